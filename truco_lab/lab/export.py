"""One file that opens in any browser: the same front end with a host of a few lines in the place of the kernel."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from .front import module, source, style

_PAGE = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ margin: 0; padding: 12px; background: #e9e4d8; }}
.tl {{ margin: 0 auto; }}
{style}
</style>
</head>
<body>
<div id="lab"></div>
<script type="application/json" id="state">{state}</script>
<script type="module">
{module}
{host}
</script>
</body>
</html>
"""


def page(state: Mapping[str, Any], positions: Sequence[Mapping[str, Any]]) -> str:
    """The file.

    Args:
        state: traits that do not depend on the position in the line.
        positions: the others, for every position.
    """
    carried = json.dumps({"state": dict(state), "positions": list(positions)}, separators=(",", ":"))
    return _PAGE.format(
        lang="pt-BR" if state["language"] == "pt" else "en",
        title=f"truco_lab {state['line']}",
        style=style(),
        state=carried.replace("<", "\\u003c"),
        module=module().replace("export default { render };", ""),
        host=source("host.js"),
    )
