import type { Fill } from '../../fill/types.ts';
import { cut } from './sheet-names.ts';

/** Rows of a sheet of Excel 2007 and later, and of LibreOffice. */
export const SHEET_ROWS = 1_048_576;
export const CELL_CHARACTERS = 32_767;

/** The text that a cell can hold; the run has a warning where it is longer. */
export function cellText(text: string, fill: Fill): string {
  if (text.length <= CELL_CHARACTERS) return text;
  fill.warn('Texts of more than 32,767 characters are cut, as cells hold no more.');
  return cut(text, CELL_CHARACTERS);
}
