const QUOTED = /[",\r\n]|^\s|\s$/;
const FORMULA = /^[=+\-@\t\r]/;

/**
 * A text as a cell. An empty text is `""`, since nothing at all is null. A text that spreadsheets would take for a formula gets a
 * `'` before it, unless `raw`.
 */
export function csvTextCell(text: string, raw = false): string {
  if (text === '') return '""';
  const guarded = !raw && FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
