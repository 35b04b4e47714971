import { xmlText } from '../xml-text.ts';

/** A text as the content of a cell of the type `inlineStr`. */
export function inlineString(text: string): string {
  const space = /^\s|\s$|\s\s|[\n\r\t]/.test(text) ? ' xml:space="preserve"' : '';
  return `<is><t${space}>${escapeCodes(xmlText(text))}</t></is>`;
}

/** `_x0041_` is the letter A to Excel, so that a text like that has its underscore escaped. A bare CR would be read as LF. */
function escapeCodes(xml: string): string {
  const escaped = xml.includes('_x') ? xml.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_') : xml;
  return escaped.includes('\r') ? escaped.replaceAll('\r', '_x000D_') : escaped;
}
