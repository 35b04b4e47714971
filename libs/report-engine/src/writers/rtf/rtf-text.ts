/** A text in RTF: ASCII as it is, all else as UTF-16 units with a `?` for readers that know no Unicode. */
export function rtfText(text: string): string {
  if (/^[\x20-\x5B\x5D-\x7A\x7C~]*$/.test(text)) return text;
  let rtf = '';
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit === 0x5c || unit === 0x7b || unit === 0x7d) rtf += `\\${text[i]}`;
    else if (unit === 0x09) rtf += '\\tab ';
    else if (unit === 0x0a) rtf += '\\line ';
    else if (unit < 0x20 || unit === 0x7f) continue;
    else if (unit < 0x80) rtf += text[i];
    // Units are signed 16-bit numbers there; a surrogate pair is two of them.
    else rtf += `\\u${unit > 0x7fff ? unit - 0x10000 : unit}?`;
  }
  return rtf;
}
