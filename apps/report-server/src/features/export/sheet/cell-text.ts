/** Excel cuts longer texts, or refuses the file. */
const MAX_LENGTH = 32_767;
const UNESCAPED: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
// Characters that XML 1.0 has no way to write.
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A value of PostgreSQL's COPY text as it was. */
export function unescapeCopy(text: string): string {
  return text.replace(/\\(.)/g, (_all, letter: string) => UNESCAPED[letter] ?? letter);
}

/** A text as the content of `<t>`, and whether it was cut. */
export function cellText(text: string): { xml: string; wasCut: boolean; keepsSpace: boolean } {
  const wasCut = text.length > MAX_LENGTH;
  const shown = wasCut ? text.slice(0, MAX_LENGTH) : text;
  const xml = shown
    .replace(FORBIDDEN, '')
    // A reader takes _x0041_ for the letter A.
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>]/g, (letter) => ENTITIES[letter]!)
    // A bare carriage return would be read as a line feed.
    .replace(/\r/g, '_x000D_');
  return { xml, wasCut, keepsSpace: /^\s|\s$|[\n\t]|\s\s/.test(shown) };
}
