// Arrow keys, Home and End go from cell to cell of a grid; Tab passes it by with one stop.

const WAYS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Home: [0, -Infinity],
  End: [0, Infinity],
});

/** @param {KeyboardEvent} event */
function moved(event) {
  const way = WAYS[event.key];
  const cell = /** @type {Element} */ (event.target).closest?.(".fl-grid .fl-cell");
  const row = cell?.closest("tr");
  if (!way || !row || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) {
    return;
  }
  const [rows, cells] = [[...(row.parentElement?.children ?? [])], [...row.querySelectorAll(".fl-cell")]];
  const within = (/** @type {number} */ at, /** @type {unknown[]} */ of) => Math.min(of.length - 1, Math.max(0, at));
  const across = within(cells.indexOf(/** @type {Element} */ (cell)) + way[1], cells);
  const to = rows[within(rows.indexOf(row) + way[0], rows)].querySelectorAll(".fl-cell")[across];
  event.preventDefault();
  /** @type {HTMLElement | undefined} */ (to)?.focus();
}

addEventListener("keydown", moved);
