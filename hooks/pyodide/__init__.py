"""How Pyodide's memory is made ready for the browser (run in Node), and what npm fetches."""
