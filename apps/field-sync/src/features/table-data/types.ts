import type { FieldType } from '@cairn/geo';
import type pg from 'pg';

/** A table that a request names. */
export interface TableName {
  schema: string;
  table: string;
}

export interface LayerColumn {
  name: string;
  type: FieldType | 'geometry';
  /** Whether its whole numbers may exceed 2^53. */
  isBig: boolean;
  /** Of geometries; 0 without a geometry. */
  srid: number;
  isGeography: boolean;
  /** Of geometries, such as POINT. */
  geometryType: string;
}

/** A table, view or foreign table as it is now. */
export interface Layer extends TableName {
  columns: LayerColumn[];
  /** The one column of the primary key; null without one. */
  key: string | null;
  /** The key, if its index alone finds the rows of a page. */
  pagingKey: string | null;
  /** SQL expressions that put the rows, as `t`, in a stable order. */
  order: string[];
  /** The schema of PostGIS, quoted; null without it. */
  postgis: string | null;
}

/** A geometry column as PostGIS works with it. */
export interface Geometry {
  column: string;
  /** SQL of its value in the rows `t`, as geometry. */
  sql: string;
  srid: number;
  type: string;
  /** The schema of PostGIS, quoted. */
  postgis: string;
}

/** A condition for WHERE on the rows `t`, and its values. */
export interface Condition {
  text: string;
  values: unknown[];
}

/** Runs work in a session of a database link, in a transaction that only reads. */
export type UseLink = <T>(
  linkId: number,
  signal: AbortSignal,
  work: (client: pg.ClientBase) => Promise<T>,
) => Promise<T>;
