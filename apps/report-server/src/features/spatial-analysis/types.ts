/** What is known of a layer before it is read. */
export interface LayerSource {
  /** Quoted columns of the primary key, of which the key of a feature is made. Empty: features are numbered. */
  key: readonly string[];
  /** Names of the columns that features carry. */
  columns: readonly string[];
  geometry: { column: string; srid: number; type: string };
}

/** What the first look at a layer found. */
export interface LayerFrame {
  srid: number;
  /** Whether coordinates are longitude and latitude. */
  isGeographic: boolean;
  /** Features that count: with a geometry that is not empty. */
  count: number;
  droppedNull: number;
  droppedEmpty: number;
  repaired: number;
  /** West, south, east, north in degrees; null without features. */
  extent: readonly [number, number, number, number] | null;
  /** Min x, min y, max x, max y in the layer's own system; null without features. */
  ownExtent: readonly [number, number, number, number] | null;
  /** The system in which distances are planar metres; null when the layer is too large for one. */
  metricSrid: number | null;
}

/** Features of a run. */
export interface AnalysisCounts {
  input: number;
  droppedNull: number;
  droppedEmpty: number;
  repaired: number;
  output: number;
}

/** Names of PostGIS as SQL: the session looks names up in pg_catalog only. */
export interface Postgis {
  /** `ST_Area` as `"public".ST_Area`. */
  fn(name: string): string;
  /** `&&` as `OPERATOR("public".&&)`. */
  op(name: string): string;
  geometry: string;
  geography: string;
}

export interface AnalysisLayer {
  /** A select with the columns key, props, grp, value, raw and g. */
  rows: string;
  frame: LayerFrame;
  /** Dimension of its geometries by their declared type; null when it may be any. */
  dimension: 0 | 1 | 2 | null;
}

export interface AnalysisContext<Parameters> {
  postgis: Postgis;
  a: AnalysisLayer;
  /** The second layer; analyses with one input do not read it. */
  b: AnalysisLayer | null;
  parameters: Parameters;
  /** Features that the result may have. */
  maxOutput: number;
  /** Binds a value and returns its place with a cast to a type of pg_catalog, such as `$3::pg_catalog.float8`. */
  bind(value: unknown, type: string): string;
  warn(sentence: string): void;
}

/** How a number of the answer is measured. */
export type Unit = 'm' | 'm²' | 'm, m²' | 'features/km²' | 'standard deviations' | 'features' | null;

export interface AnalysisLimits {
  /** Features of an input. */
  features: number;
  /** Features of the result. */
  output: number;
}

/** One row of the table of analyses, from which the capabilities are made. */
export interface Analysis<Parameters = any> {
  id: string;
  title: string;
  description: string;
  inputs: 1 | 2;
  /** JSON schema of its parameters, with defaults. */
  parameters: Record<string, unknown>;
  unit: Unit;
  limits: AnalysisLimits;
  /** What is computed, in one sentence with the names of the functions. */
  method: string;
  /** Whether it needs planar metres; `equalArea`: a layer that is too large for them is gridded in EPSG:6933. */
  metric: 'none' | 'required' | 'equalArea';
  /** A select with the columns key (text), props (jsonb) and g (geometry with its SRID, or null). */
  compile(context: AnalysisContext<Parameters>): string;
}
