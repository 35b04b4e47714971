import type { Writable } from 'node:stream';
import type { BandKind, ChartType, ElementStyle, Group, Template } from '../template/types.ts';
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

/** Rows of one dataset in their final order. The fill reads them once, into a scratch file of its own. */
export interface RowSource {
  columns: readonly Column[];
  rows(): AsyncIterable<Row>;
  /** The fill calls it when it has read the rows, or failed to. */
  close?(): Promise<void>;
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
  /** Folder for scratch files; that of the system if left out. */
  scratch?: string;
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

/** A value and how it is written. */
export interface TextValue {
  value: Value;
  text: string;
}

/**
 * A text that only a layout with pages can complete. Values at the end of a group or of the report are not late: the fill walks
 * twice where a template has them, so that writers get them with their band.
 */
export interface Late {
  /**
   * When it is known: `pageNumber` as soon as the band has its page, `column` and `page` when these end, `pageCount` when the
   * report has ended.
   */
  what: 'pageNumber' | 'column' | 'page' | 'pageCount';
  /**
   * `state` is that of the moment which `what` names; for `pageNumber` that of the band. For `pageCount` the counters are those of
   * the text's page, with the page count.
   */
  evaluate(state: FillState, counters: PageCounters): TextValue;
}

/** A piece of a text for formats with page number fields of their own. */
export type TextPart = string | { field: 'pageNumber' | 'pageCount' };

export interface FilledText extends FilledBase {
  kind: 'text';
  /** The value that `text` shows, for sheets; static texts have a string. */
  value: Value;
  /** Formatted; null exactly where `late` is set. */
  text: string | null;
  late?: Late;
  /** The text in pieces, where page number or page count are joined with other texts; also where `text` is known. */
  parts?: TextPart[];
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
  rows: TextValue[][];
  totals?: TextValue[];
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

export interface FilledChart extends FilledBase {
  kind: 'chart';
  data: ChartData;
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
  data: MapData;
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
  | { type: 'band'; band: FilledBand; state: FillState };

export interface WalkOptions {
  /**
   * The caller lays out pages: it calls `startPage` and `startColumn`, and completes the texts that are `late`. Without it the
   * whole report is one page of one column, and no text is late: page numbers are 1, with `parts` beside.
   */
  paged?: boolean;
  /** False for rows and groups alone, without bands. */
  bands?: boolean;
}

/** Counters that only a layout knows. */
export interface PageCounters {
  pageNumber: number;
  columnNumber: number;
  /** Known at the end only; undefined otherwise. */
  pageCount?: number;
}

/** One run of a template over its rows. */
export interface Fill {
  readonly template: Template;
  readonly columns: readonly Column[];
  /** Rows of the main dataset, where they are counted before the walk. */
  readonly rowCount?: number;
  readonly groups: readonly Group[];
  readonly settings: RunSettings;
  /** Folder for scratch files of writers; that of the system if left out. */
  readonly scratch?: string;
  /** The events of one walk over the rows. Calling it again walks again, from the spool; one walk at a time. */
  events(options?: WalkOptions): AsyncIterable<FillEvent>;
  /**
   * Evaluates a page band (pageHeader, columnHeader, columnFooter, pageFooter, lastPageFooter, background) or the header of a
   * group that is printed again, with the values of `state`. Variables with the reset `page` or `column` count the rows since the
   * last `startPage` or `startColumn`. Null where the template has no such band, or its `printWhen` is not true. A text is `late`
   * here only with `page`, `column` or `pageCount`.
   */
  pageBand(kind: BandKind, state: FillState, counters: PageCounters, group?: number): FilledBand | null;
  /** A page begins; `state` is that of the first band on it. Called in the order of the pages, before the page's header. */
  startPage(state: FillState): void;
  /** A column begins; a new page begins its first column by itself. */
  startColumn(state: FillState): void;
  /** Sentences about cut texts, missing fonts, divisions by zero and the like; the same sentence once. */
  readonly warnings: ReadonlySet<string>;
  warn(sentence: string): void;
  /** Removes the scratch files. */
  close(): Promise<void>;
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
