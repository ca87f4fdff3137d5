"""What a reader can ask: one folder a chapter, named like the chapter's pages; one function or session each."""
