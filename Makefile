.PHONY: install format lint types test bench

install:
	python -m pip install -e ".[lab,test,dev]"

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

bench:
	python -m benchmarks.solve
	python -m benchmarks.query
