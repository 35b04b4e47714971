/** How values of a column are compared, written and cast. */
export type Family =
  | 'integer'
  | 'decimal'
  | 'float'
  | 'text'
  | 'boolean'
  | 'date'
  | 'time'
  | 'timestamp'
  | 'timestamptz'
  | 'uuid'
  | 'enum'
  | 'geometry'
  | 'json'
  | 'array'
  | 'binary'
  /** Comparable, its values are written as texts: interval, inet … */
  | 'comparable'
  | 'other';

export interface GeometryFacts {
  /** As PostGIS spells it, such as MULTIPOLYGON; GEOMETRY when the column takes any. */
  type: string;
  /** 0 when the column does not say. */
  srid: number;
  dimensions: number;
  isGeography: boolean;
}

export interface Column {
  name: string;
  /** As PostgreSQL spells it, such as `character varying(20)`. */
  type: string;
  family: Family;
  /** The type for casts of bound values, qualified and quoted. */
  cast: string;
  /** Smallest and largest value of an integer type. */
  range: [bigint, bigint] | null;
  /** Values of an enumeration. */
  labels: string[] | null;
  nullable: boolean;
  comment: string | null;
  geometry: GeometryFacts | null;
}

export type TableKind = 'table' | 'view' | 'materialized_view' | 'foreign_table';

export interface Table {
  schema: string;
  name: string;
  kind: TableKind;
  comment: string | null;
  columns: Column[];
  primaryKey: string[];
  /** From the statistics of the database; null when it has none. */
  estimatedRows: number | null;
  /** Whether its rows may depend on the settings `cairn.user_id` and `cairn.groups`: row security, or code of a view. */
  dependsOnPerson: boolean;
  /** The main query of a report: the database knows no table by its name. */
  isQuery?: boolean;
}

/** What the login of a datasource may read, at one moment. */
export interface Catalogue {
  tables: Table[];
  /** Schema of PostGIS; null without it. */
  postgisSchema: string | null;
}
