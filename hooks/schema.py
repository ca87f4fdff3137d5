"""MkDocs hook: publishes the JSON Schema of a file of characters beside the other assets."""

import importlib
import json
from typing import Any

from mkdocs.structure.files import File

ADDRESS = "assets/characters.schema.json"


def on_files(files: Any, config: Any, **_: Any) -> Any:
    """Add the schema, written by the engine of now."""
    schema = importlib.import_module("engine.schema").schema()
    text = json.dumps(schema, indent=1, ensure_ascii=False) + "\n"
    files.append(File.generated(config, ADDRESS, content=text))
    return files
