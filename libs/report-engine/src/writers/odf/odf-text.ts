import { xmlText } from '../xml-text.ts';

const SPECIAL = / {2,}|^ | $|[\t\n]/;

/** A text inside of a paragraph of OpenDocument: blanks in a row, tabs and breaks are elements there. */
export function odfText(text: string): string {
  const escaped = xmlText(text.replaceAll('\r\n', '\n').replaceAll('\r', '\n'));
  if (!SPECIAL.test(escaped)) return escaped;
  return escaped
    .replace(/ {2,}|^ | $/gm, (blanks) => `<text:s text:c="${blanks.length}"/>`)
    .replaceAll('\t', '<text:tab/>')
    .replaceAll('\n', '<text:line-break/>');
}
