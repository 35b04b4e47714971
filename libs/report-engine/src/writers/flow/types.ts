import type { FilledTable, FilledText } from '../../fill/types.ts';
import type { BandKind } from '../../template/types.ts';
import type { PictureElement } from '../pictures.ts';

/** One cell of a row; it stands for `span` columns. An empty cell has neither texts nor pictures. */
export interface FlowCell {
  span: number;
  texts: FilledText[];
  pictures: PictureElement[];
}

export interface FlowRow {
  type: 'row';
  kind: BandKind;
  /** The spans add up to the columns of the grid. */
  cells: FlowCell[];
}

/** Texts beside one another, from left to right, outside of tables. */
export interface FlowParagraph {
  type: 'paragraph';
  texts: FilledText[];
}

/** What a document that flows consists of, in order. Rows come between `tableStart` and `tableEnd` only. */
export type FlowBlock =
  | FlowParagraph
  | FlowRow
  | { type: 'tableStart'; header: FlowRow[] }
  | { type: 'tableEnd' }
  /** A table element, with columns of its own. */
  | { type: 'subtable'; table: FilledTable }
  | { type: 'picture'; element: PictureElement }
  | { type: 'pageBreak' };
