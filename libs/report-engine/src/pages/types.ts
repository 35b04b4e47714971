import type {
  ChartData,
  FilledElement,
  FilledImage,
  FilledShape,
  MapData,
  ResolvedStyle,
} from '../fill/types.ts';
import type { BandKind } from '../template/types.ts';
import type { TextFormat, TextLine } from '../text/types.ts';

/** A page that is complete, but for texts with the page count. Lengths are points from its top left corner. */
export interface Page {
  /** 1 for the first page of the document. */
  index: number;
  /** What page numbers show; groups may restart the count. */
  pageNumber: number;
  width: number;
  height: number;
  /** In drawing order. */
  items: PageItem[];
}

interface ItemBase {
  x: number;
  y: number;
  width: number;
  height: number;
  style: ResolvedStyle;
  /** For screen readers. */
  alt?: string;
  /** The band that the item is in. */
  section: BandKind;
  /** Items of one row of details or of a table have the same number; rows are numbered through the page. */
  row?: number;
  /** Whether the row repeats what the columns are. */
  isHeader?: boolean;
  /** Sides without border and padding, where a box goes on from the page before or on the next page. */
  open?: { top?: boolean; bottom?: boolean };
}

export interface TextItem extends ItemBase {
  kind: 'text';
  format: TextFormat;
  /** Empty while `deferred` is set. */
  lines: readonly TextLine[];
  heading?: 1 | 2 | 3;
  link?: string;
  /** The lines once the number of pages is known. */
  deferred?: (pageCount: number) => readonly TextLine[];
}

/** Background and border of a frame. */
export interface BoxItem extends ItemBase {
  kind: 'box';
}

export interface ShapeItem extends ItemBase {
  kind: FilledShape['kind'];
  direction?: FilledShape['direction'];
}

export interface ImageItem
  extends ItemBase, Pick<FilledImage, 'bytes' | 'mime' | 'scale' | 'halign' | 'valign'> {
  kind: 'image';
}

export interface ChartItem extends ItemBase {
  kind: 'chart';
  data: ChartData;
}

export interface MapItem extends ItemBase {
  kind: 'map';
  data: MapData;
}

export type PageItem = TextItem | BoxItem | ShapeItem | ImageItem | ChartItem | MapItem;

/** An element with its final size in its band; `y` counts from the top of the band. */
export interface Block {
  kind: 'text' | 'box' | 'shape' | 'picture' | 'frame' | 'table' | 'bands';
  element: BlockElement;
  x: number;
  y: number;
  width: number;
  height: number;
  lines?: readonly TextLine[];
  /** Elements of a frame. */
  children?: Block[];
  rows?: TableRow[];
  bands?: MeasuredBand[];
  open?: { top?: boolean; bottom?: boolean };
}

export type BlockElement = FilledElement;

export interface TableRow {
  kind: 'header' | 'body' | 'total';
  height: number;
  cells: { lines: readonly TextLine[]; x: number; width: number; style: ResolvedStyle }[];
}

/** A band whose texts are set. */
export interface MeasuredBand {
  kind: BandKind;
  group?: number;
  split: 'stretch' | 'prevent' | 'immediate';
  height: number;
  /** What of it must not be split: the height of the template. */
  declared: number;
  blocks: Block[];
  /** Where an element asks for a new page or column, from the top of the band. */
  breaks: { y: number; what: 'page' | 'column' }[];
}
