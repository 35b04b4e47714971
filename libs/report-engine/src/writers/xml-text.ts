const UNSAFE = /[&<>"\p{Cc}\uFFFE\uFFFF\p{Cs}]/u;
const SPECIAL = /[&<>"]/g;
/** What XML 1.0 cannot hold, not even as a reference: controls, lone surrogates and two non-characters. */
const FORBIDDEN = /[[\p{Cc}--[\t\n\r]]\uFFFE\uFFFF\p{Cs}]/gv;
const BREAKS = /[\t\n\r]/g;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for the content of an element; characters that XML cannot hold are dropped. */
export function xmlText(text: string): string {
  if (!UNSAFE.test(text)) return text;
  return text.replace(FORBIDDEN, '').replace(SPECIAL, (char) => ENTITIES[char] ?? '');
}

/** As `xmlText`, for the value of an attribute: breaks and tabs are references, as readers make blanks of them otherwise. */
export function xmlAttribute(text: string): string {
  const escaped = xmlText(text);
  return escaped.replace(BREAKS, (char) => `&#${char.charCodeAt(0)};`);
}

/** Letters that begin a name in XML 1.0, fifth edition. */
const NAME_START =
  'A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
const NOT_IN_NAME = new RegExp(`[^${NAME_START}.0-9\\u00B7\\u0300-\\u036F\\u203F\\u2040-]+`, 'gu');
const STARTS_WELL = new RegExp(`^(?!xml)[${NAME_START}]`, 'iu');

/** Makes a text fit for the name of an element or attribute: `Área (km²)` is `Área_km_`. */
export function xmlName(text: string): string {
  const name = text.replace(NOT_IN_NAME, '_');
  return STARTS_WELL.test(name) ? name : `_${name}`;
}

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
