// Bytes that came as text with seven bits a letter, as `as_text` in hooks/commands/bundle.py writes them.

/**
 * The bytes of a text: of each eight letters, the first has the high bits of the seven others.
 * @param {string} text
 */
export function bytes(text) {
  const found = new Uint8Array(text.length - Math.ceil(text.length / 8));
  for (let at = 0, to = 0; at < text.length; ) {
    const [high, end] = [text.charCodeAt(at), Math.min(at + 8, text.length)];
    at += 1;
    for (let bit = 7; at < end; at += 1, to += 1, bit -= 1) {
      found[to] = (text.charCodeAt(at) & 0x7f) | ((high << bit) & 0x80);
    }
  }
  return found;
}
