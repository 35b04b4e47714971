const LONGEST = 31;

/** The name of a sheet as Excel takes it: without `[]:*?/\`, no apostrophe at the ends, at most 31 characters. */
export function sheetName(title: string, number: number): string {
  const suffix = number === 1 ? '' : ` (${number})`;
  const clean = title.replace(/[[\]:*?/\\\p{Cc}\p{Cs}]+/gu, ' ').replace(/\s+/g, ' ');
  const name = cut(clean.replace(/^[' ]+|[' ]+$/g, ''), LONGEST - suffix.length).replace(/[' ]+$/, '');
  // Excel keeps "History" for itself.
  return `${name === '' || name.toLowerCase() === 'history' ? 'Report' : name}${suffix}`;
}

/** Cuts to a length in UTF-16 units, but no character in two. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}
