import type { Fill } from '../../fill/types.ts';
import { cut } from './sheet-names.ts';

/** Rows of a sheet of Excel 2007 and later, and of LibreOffice. */
export const SHEET_ROWS = 1_048_576;
const CELL_CHARACTERS = 32_767;

/** As much of a text as a cell can hold. */
export function cutCellText(text: string): string {
  return cut(text, CELL_CHARACTERS);
}

/** As `cutCellText`; the run has a warning where the text is longer. */
export function cellText(text: string, fill: Fill): string {
  const shown = cutCellText(text);
  if (shown !== text) fill.warn('Texts of more than 32,767 characters are cut, as cells hold no more.');
  return shown;
}
