import type { FilledText, TextPart } from '../../fill/types.ts';

/** The pieces of a text, with page numbers as fields. A value that only a layout with pages knows is left out. */
export function partsOfText({ text, parts, late }: FilledText): TextPart[] {
  if (parts) return parts;
  if (text !== null) return [text];
  return late?.what === 'pageCount' || late?.what === 'pageNumber' ? [{ field: late.what }] : [];
}

export function hasPageField(text: FilledText): boolean {
  return partsOfText(text).some((part) => typeof part !== 'string');
}
