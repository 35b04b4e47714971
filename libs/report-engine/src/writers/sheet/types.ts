import type { ResolvedStyle } from '../../fill/types.ts';
import type { BandKind } from '../../template/types.ts';
import type { Value } from '../../values/types.ts';
import type { PictureElement } from '../pictures.ts';

export interface SheetCell {
  /** From 0. */
  column: number;
  value: Value;
  /** How pages show it. */
  text: string;
  style: ResolvedStyle;
  link?: string;
  /** Columns that its element covers, where these are several. */
  span?: number;
  /** A text that may take several lines of its column. */
  wrap?: boolean;
}

interface SheetPicture {
  column: number;
  element: PictureElement;
}

export interface SheetRow {
  kind: BandKind;
  /** Groups around it that have rows of their own. */
  level: number;
  cells: SheetCell[];
  pictures?: SheetPicture[];
  /** Points, where the row is higher than its text. */
  height?: number;
}
