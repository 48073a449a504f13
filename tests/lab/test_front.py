"""The front end's files make one module that fetches nothing."""

from __future__ import annotations

import re
from collections import Counter

from truco_lab.lab.front import FILES, module, source, style


def test_names_are_one_namespace() -> None:
    names = re.findall(
        r"^(?:export )?(?:async )?(?:function|const|let|class) (\w+)", "\n".join(map(source, FILES)), re.M
    )
    assert [name for name, times in Counter(names).items() if times > 1] == []


def test_files_use_only_those_before_them() -> None:
    for k, name in enumerate(FILES):
        used = re.findall(r'from "\./([\w.]+)"', source(name))
        assert all(other in FILES[:k] for other in used), name


def test_what_is_imported_is_exported() -> None:
    for name in FILES:
        for names, other in re.findall(r'^import \{([^}]*)\} from "\./([\w.]+)"', source(name), re.M):
            exported = set(re.findall(r"^export (?:async )?(?:function|const) (\w+)", source(other), re.M))
            assert {n.strip() for n in names.split(",")} - exported == set(), (name, other)


def test_module_stands_alone() -> None:
    assert not re.search(r"^import ", module(), re.M)
    assert module().count("export default") == 1
    for text in (module(), style()):
        assert "@import" not in text
        assert re.findall(r"https?://(?!www\.w3\.org/2000/svg)", text) == []
