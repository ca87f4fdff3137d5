// What the address says beside the page: what its calculators begin with, and rulings. In the handbook, whose pages
// stand behind the `#`, their queries stand there too.

/** The address's pairs, as in `?circles-obstacle.station=highest&ruling.dice.chain=once`. */
export function pairs() {
  return new URLSearchParams(location.hash.match(/^#\/[^?#]*\?([^#]*)/)?.[1] ?? location.search);
}
