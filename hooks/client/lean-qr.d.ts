// What the site uses of the npm package lean-qr, which hooks/assets.py lays beside the other modules.

/** A QR code: `size` modules each way. */
export interface Code {
  readonly size: number;
  get(x: number, y: number): boolean;
}
export function generate(text: string, options?: { maxVersion?: number }): Code;
