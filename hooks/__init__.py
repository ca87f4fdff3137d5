"""The hooks that mkdocs.yml names; beside them client/, the pages' scripts and style, and commands/, what make runs."""
