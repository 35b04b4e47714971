import type { ValueType } from '../values/types.ts';

/** The version of the template format that this engine writes; it reads this one and earlier ones. */
export const TEMPLATE_VERSION = 1;

/** A report template, as it is stored and sent. Lengths and positions are points (1/72 inch). `schema.json` is its JSON schema. */
export interface Template {
  version: number;
  title: string;
  description?: string;
  /** BCP 47; language of the document. */
  lang?: string;
  page: PageSetup;
  parameters: Parameter[];
  /** The first is the main dataset, whose rows the bands follow; others feed tables, charts, maps and lists. */
  datasets: Dataset[];
  /** Outermost first. */
  groups: Group[];
  variables: Variable[];
  styles: Style[];
  bands: Bands;
  /** Texts of `$R{key}`. */
  resources?: Record<string, string>;
  /** What a report without rows is: its noData band, all bands without detail, or a page that says so. */
  whenNoData?: 'noData' | 'allBands' | 'message';
  /** A dataset of this many rows that follow one another on endless pages, as a sheet; imported reports may say so. */
  ignorePagination?: boolean;
  titleOnNewPage?: boolean;
  summaryOnNewPage?: boolean;
}

export interface PageSetup {
  size: 'A3' | 'A4' | 'A5' | 'Letter' | 'Legal' | { width: number; height: number };
  orientation: 'portrait' | 'landscape';
  margins: { top: number; right: number; bottom: number; left: number };
  columns?: { count: number; spacing: number; order?: 'vertical' | 'horizontal' };
}

export type ParameterType =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'time'
  | 'timestamp'
  | 'bbox'
  | 'enum'
  | `list<${'text' | 'integer' | 'decimal' | 'date' | 'enum'}>`;

export interface Parameter {
  /** `[A-Za-z_][A-Za-z0-9_]*`, at most 63 characters. */
  name: string;
  label?: string;
  description?: string;
  type: ParameterType;
  required?: boolean;
  /** Not asked for in forms. */
  hidden?: boolean;
  /** A JSON value of the type, or an expression such as `TODAY()`. */
  default?: unknown;
  defaultExpression?: string;
  source?: { options: { label: string; value: string | number | boolean }[] } | { sql: string };
  /** Whether values beside those of `source` are accepted. */
  free?: boolean;
  /** The value is the name of a column or table: `$P!{name}` puts it into a statement as a quoted identifier. */
  identifier?: boolean;
  /** Parameters whose values the SQL of `source` takes as `:name`. */
  depends_on?: string[];
  /** Whether an embed token may lock it. Default true. */
  locked_allowed?: boolean;
}

export interface Dataset {
  name: string;
  /** One statement, in which `$P{name}` is a bound parameter. */
  sql?: string;
  table?: { schema: string; table: string; columns?: string[]; filter?: unknown };
  order?: { column: string; dir: 'asc' | 'desc'; nulls?: 'first' | 'last' }[];
  /** What the template expects of the columns; others are read too. */
  fields?: { name: string; type: ValueType }[];
  /** Values for parameters of this dataset, as expressions; for datasets other than the main one. */
  parameters?: Record<string, string>;
}

export interface Group {
  name: string;
  expression: string;
  startNewPage?: boolean;
  startNewColumn?: boolean;
  resetPageNumber?: boolean;
  minHeightToStartNewPage?: number;
  keepTogether?: boolean;
  reprintHeader?: boolean;
  header?: Band;
  footer?: Band;
}

export type Calculation =
  | 'count'
  | 'distinct'
  | 'sum'
  | 'average'
  | 'min'
  | 'max'
  | 'deviation'
  | 'variance'
  | 'first'
  | 'system'
  | 'none';

export type Reset = 'none' | 'report' | 'page' | 'column' | { group: string };

export interface Variable {
  name: string;
  type: ValueType;
  calculation: Calculation;
  /** For `count` without an expression every row counts. */
  expression?: string;
  initial?: string;
  reset: Reset;
  /** When the expression is added; default each row. */
  increment?: Reset;
}

export interface Border {
  width: number;
  color: string;
  style: 'solid' | 'dashed' | 'dotted' | 'double';
}

export interface TextStyle {
  font?: string;
  size?: number;
  bold?: boolean;
  italic?: boolean;
  underline?: boolean;
  strikeThrough?: boolean;
  color?: string;
  align?: 'left' | 'center' | 'right' | 'justify';
  verticalAlign?: 'top' | 'middle' | 'bottom';
  rotation?: 0 | 90 | 180 | 270;
  /** Multiple of the font's line height. */
  lineSpacing?: number;
  direction?: 'ltr' | 'rtl' | 'auto';
}

export interface BoxStyle {
  background?: string;
  padding?: { top?: number; right?: number; bottom?: number; left?: number };
  border?: { top?: Border; right?: Border; bottom?: Border; left?: Border };
  radius?: number;
}

export interface ElementStyle extends TextStyle, BoxStyle {
  /** A pattern such as `#,##0.00` or `dd.MM.yyyy`. */
  pattern?: string;
  /** Line of shapes. */
  pen?: Border;
}

export interface Style extends ElementStyle {
  name: string;
  parent?: string;
  isDefault?: boolean;
  /** The first whose expression is true adds its properties. */
  conditions?: { expression: string; style: ElementStyle }[];
}

export interface Bands {
  background?: Band;
  title?: Band;
  pageHeader?: Band;
  columnHeader?: Band;
  detail: Band[];
  columnFooter?: Band;
  pageFooter?: Band;
  lastPageFooter?: Band;
  summary?: Band;
  noData?: Band;
}

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

export interface Band {
  height: number;
  split?: 'stretch' | 'prevent' | 'immediate';
  /** The band is printed where this is true. */
  printWhen?: string;
  elements: Element[];
}

export type EvaluationTime = 'now' | 'page' | 'column' | 'report' | { group: string };

export interface ElementBase {
  /** Unique in the template. */
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
  style?: string;
  /** Overrides of the named style. */
  own?: ElementStyle;
  printWhen?: string;
  /** Elements below a stretched one move down (`float`), or stay at the top or bottom of the band. */
  position?: 'float' | 'top' | 'bottom';
  /** Whether the element grows with its band, or with what it contains. */
  stretch?: 'none' | 'band' | 'container';
  printRepeated?: boolean;
  removeWhenBlank?: boolean;
  /** For screen readers. */
  alt?: string;
}

export interface TextElement extends ElementBase {
  kind: 'text';
  text: string;
  /** Level of a heading in the document's outline. */
  heading?: 1 | 2 | 3;
}

export interface FieldElement extends ElementBase {
  kind: 'field';
  expression: string;
  evaluate?: EvaluationTime;
  /** The element grows with its text; otherwise the text is cut at a whole line, and the run has a warning. */
  grow?: boolean;
  blankWhenNull?: boolean;
  link?: string;
  heading?: 1 | 2 | 3;
}

export interface LineElement extends ElementBase {
  kind: 'line';
  direction?: 'down' | 'up';
}

export interface RectangleElement extends ElementBase {
  kind: 'rectangle';
}

export interface EllipseElement extends ElementBase {
  kind: 'ellipse';
}

export interface ImageElement extends ElementBase {
  kind: 'image';
  /** Name of a file of the report, a data URI, or an expression of bytes; never an address. */
  source: { asset: string } | { data: string } | { expression: string };
  scale?: 'contain' | 'fill' | 'clip';
  halign?: 'left' | 'center' | 'right';
  valign?: 'top' | 'middle' | 'bottom';
}

export interface FrameElement extends ElementBase {
  kind: 'frame';
  elements: Element[];
}

export interface BreakElement extends ElementBase {
  kind: 'break';
  what: 'page' | 'column';
}

export interface TableElement extends ElementBase {
  kind: 'table';
  /** Name of the dataset; the main dataset if left out. */
  dataset?: string;
  columns: {
    header: string;
    expression: string;
    width: number;
    own?: ElementStyle;
    headerStyle?: ElementStyle;
    /** Shown in a last row. */
    total?: Calculation;
  }[];
  repeatHeader?: boolean;
}

export interface ListElement extends ElementBase {
  kind: 'list';
  dataset: string;
  band: Band;
}

export type ChartType =
  'bar' | 'stackedBar' | 'line' | 'area' | 'stackedArea' | 'pie' | 'scatter' | 'timeSeries';

/** Expressions over the rows of a chart's dataset. Rows with the same series and category are added up. */
export interface ChartSeries {
  series?: string;
  category?: string;
  value: string;
  /** Expression of the horizontal position, for scatter charts. */
  xValue?: string;
}

export interface ChartElement extends ElementBase, ChartSeries {
  kind: 'chart';
  chart: ChartType;
  title?: string;
  dataset?: string;
  /** What each row adds beside its first value, such as a second column of numbers. */
  moreSeries?: ChartSeries[];
  horizontal?: boolean;
  legend?: boolean;
  xTitle?: string;
  yTitle?: string;
  evaluate?: EvaluationTime;
  reset?: Reset;
}

export interface MapElement extends ElementBase {
  kind: 'map';
  dataset?: string;
  /** Expression of a geometry. */
  geometry: string;
  label?: string;
  /** Numbers are classed, texts are categories. */
  colorBy?: string;
  classes?: number;
  sizeBy?: string;
  /** West, south, east, north; the extent of the data if left out. */
  extent?: [number, number, number, number];
  basemap?: boolean;
  legend?: boolean;
  scaleBar?: boolean;
  northArrow?: boolean;
  evaluate?: EvaluationTime;
}

export interface SubreportElement extends ElementBase {
  kind: 'subreport';
  /** Key of another report. */
  report: string;
  /** Values of its parameters, as expressions. */
  parameters?: Record<string, string>;
}

export type Element =
  | TextElement
  | FieldElement
  | LineElement
  | RectangleElement
  | EllipseElement
  | ImageElement
  | FrameElement
  | BreakElement
  | TableElement
  | ListElement
  | ChartElement
  | MapElement
  | SubreportElement;
