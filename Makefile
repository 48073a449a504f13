.PHONY: install format lint types test pictures bench

install:
	python -m pip install -e ".[lab,cluster,test,dev]"

format:
	ruff format .
	ruff check --fix .

lint:
	ruff format --check .
	ruff check .

types:
	mypy

test:
	python -m pytest

pictures:
	TRUCO_LAB_RENEW_PICTURES=1 python -m pytest -q tests/lab/test_pictures.py -k looks_as

bench:
	python -m benchmarks.solve
	python -m benchmarks.query
