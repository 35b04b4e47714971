import type { Writable } from 'node:stream';
import type { ChartType, ElementStyle, Group, Template } from '../template/types.ts';
import type { Column, GeometryValue, Row, Value } from '../values/types.ts';

/** Locale, zone and time of a run. */
export interface RunSettings {
  /** BCP 47, such as `de-DE`. */
  locale: string;
  /** IANA name. */
  timeZone: string;
  /** The moment that `NOW()` and `TODAY()` mean, the same for the whole run. */
  now: Date;
}

/** Rows of one dataset in their final order. They can be read more than once (they are spooled to a file). */
export interface RowSource {
  columns: readonly Column[];
  rows(): AsyncIterable<Row>;
}

/** What a fill needs beside its template. */
export interface FillRequest extends RunSettings {
  template: Template;
  /** Coerced values by parameter name. */
  parameters: Readonly<Record<string, Value>>;
  /** Opens the rows of a dataset: the main one, and those of tables, charts, maps, lists. */
  openDataset(name: string, parameters: Readonly<Record<string, Value>>): Promise<RowSource>;
  /** Template and rows of another report, for subreports; depth is limited to 4. */
  openReport?(key: string): Promise<{ template: Template } & Pick<FillRequest, 'openDataset' | 'openReport'>>;
  /** Bytes of a file of the report. */
  openAsset?(name: string): Promise<Uint8Array>;
  signal?: AbortSignal;
  limits?: { maxRows?: number };
}

/** The style of an element after parents, conditions and own properties: everything that a writer needs is in it. */
export type ResolvedStyle = ElementStyle;

interface FilledBase {
  /** The id of the template's element. */
  id: string;
  /** Points from the band's top left corner. */
  x: number;
  y: number;
  width: number;
  height: number;
  style: ResolvedStyle;
  alt?: string;
  position?: 'float' | 'top' | 'bottom';
  stretch?: 'none' | 'band' | 'container';
  removeWhenBlank?: boolean;
}

/**
 * A text whose value is known only later (end of page, column, group or report). Writers ask `Fill.late(id)` for it once the event
 * `late` has come, or, for pages, evaluate it with `evaluateAtPage`. `pageCount` is the number of pages of the report, which
 * formats with fields of their own write as such a field.
 */
export interface Late {
  id: number;
  what: 'page' | 'column' | 'group' | 'report' | 'pageNumber' | 'pageCount';
}

export interface FilledText extends FilledBase {
  kind: 'text';
  /** The value that `text` shows, for sheets; static texts have a string. */
  value: Value;
  /** Formatted; null while `late` says so. */
  text: string | null;
  late?: Late;
  grow: boolean;
  link?: string;
  heading?: 1 | 2 | 3;
  isStatic: boolean;
}

export interface FilledShape extends FilledBase {
  kind: 'line' | 'rectangle' | 'ellipse';
  direction?: 'down' | 'up';
}

export interface FilledImage extends FilledBase {
  kind: 'image';
  bytes: Uint8Array;
  mime: 'image/png' | 'image/jpeg';
  scale: 'contain' | 'fill' | 'clip';
  halign: 'left' | 'center' | 'right';
  valign: 'top' | 'middle' | 'bottom';
}

export interface FilledFrame extends FilledBase {
  kind: 'frame';
  elements: FilledElement[];
}

export interface FilledTable extends FilledBase {
  kind: 'table';
  columns: {
    header: string;
    width: number;
    style: ResolvedStyle;
    headerStyle: ResolvedStyle;
  }[];
  repeatHeader: boolean;
  rows: { value: Value; text: string }[][];
  totals?: { value: Value; text: string }[];
}

export interface ChartData {
  chart: ChartType;
  title?: string;
  horizontal: boolean;
  legend: boolean;
  xTitle?: string;
  yTitle?: string;
  /** Category labels in the order of the rows; for time series and scatter charts the x of each point is in the series. */
  categories: string[];
  series: { name: string; values: (number | null)[]; x?: (number | null)[] }[];
  locale: string;
  timeZone: string;
}

/** A chart or map whose data are complete, or come with the event `late`. */
export interface FilledChart extends FilledBase {
  kind: 'chart';
  data: ChartData | null;
  late?: Late;
}

export interface MapData {
  features: { geometry: GeometryValue['geojson']; label?: string; color?: Value; size?: number }[];
  classes?: number;
  extent?: [number, number, number, number];
  basemap: boolean;
  legend: boolean;
  scaleBar: boolean;
  northArrow: boolean;
  locale: string;
}

export interface FilledMap extends FilledBase {
  kind: 'map';
  data: MapData | null;
  late?: Late;
}

/** The bands of a subreport or list in order; they flow where the element is. */
export interface FilledBands extends FilledBase {
  kind: 'bands';
  bands: FilledBand[];
}

export interface FilledBreak extends FilledBase {
  kind: 'break';
  what: 'page' | 'column';
}

export type FilledElement =
  | FilledText
  | FilledShape
  | FilledImage
  | FilledFrame
  | FilledTable
  | FilledChart
  | FilledMap
  | FilledBands
  | FilledBreak;

export type BandKind =
  | 'background'
  | 'title'
  | 'pageHeader'
  | 'columnHeader'
  | 'groupHeader'
  | 'groupFooter'
  | 'detail'
  | 'columnFooter'
  | 'pageFooter'
  | 'lastPageFooter'
  | 'summary'
  | 'noData';

export interface FilledBand {
  kind: BandKind;
  /** Index of the group for group bands; 0 is the outermost. */
  group?: number;
  height: number;
  split: 'stretch' | 'prevent' | 'immediate';
  elements: FilledElement[];
}

/**
 * State of the evaluation after a row: what page bands are evaluated with. On a page break before row n the footers take the state
 * of row n - 1 and the headers that of row n.
 */
export interface FillState {
  readonly rowNumber: number;
}

export type FillEvent =
  /** A group begins; its header band, if any, follows. */
  | { type: 'openGroup'; group: number; name: string; key: Value }
  /** A group ends; its footer band came before. */
  | { type: 'closeGroup'; group: number; name: string; key: Value; rowCount: number }
  /** One row of the main dataset, before its detail bands. */
  | { type: 'row'; row: Row; number: number }
  /** A band of the body: title, group bands, detail, summary, noData. `state` evaluates page bands beside it. */
  | { type: 'band'; band: FilledBand; state: FillState }
  /** Values of late elements that are known now. */
  | { type: 'late'; values: { id: number; value: Value; text: string; chart?: ChartData; map?: MapData }[] };

/** Counters that only a layout knows. */
export interface PageCounters {
  pageNumber: number;
  columnNumber: number;
  /** Known in a second pass only; undefined otherwise. */
  pageCount?: number;
}

/** One run of a template over its rows. */
export interface Fill {
  readonly template: Template;
  readonly columns: readonly Column[];
  readonly groups: readonly Group[];
  readonly settings: RunSettings;
  /** The events of one walk over the rows. Calling it again walks again, from the spool. */
  events(): AsyncIterable<FillEvent>;
  /**
   * Evaluates a page band (pageHeader, columnHeader, columnFooter, pageFooter, lastPageFooter, background) or the header of a
   * group that is printed again, with the values of `state`. Variables with the reset `page` or `column` count the rows since the
   * last `startPage` or `startColumn`.
   */
  pageBand(kind: BandKind, state: FillState, counters: PageCounters, group?: number): FilledBand | null;
  startPage(state: FillState): void;
  startColumn(state: FillState): void;
  /** Sentences about cut texts, missing fonts, divisions by zero and the like; the same sentence once. */
  readonly warnings: ReadonlySet<string>;
  warn(sentence: string): void;
}

/** Where a writer writes to: a Node stream; `end` is called by the writer. */
export interface WriterOutput {
  stream: Writable;
}

export interface WriteResult {
  rows: number;
  /** For formats with pages. */
  pages?: number;
}

/** A writer turns a fill into a document. Formats that stream write after the first row; others make a temporary file first. */
export type Writer = (fill: Fill, output: WriterOutput, signal?: AbortSignal) => Promise<WriteResult>;
