import type { FieldType } from '@cairn/geo';
import { notFound } from '@cairn/service';
import type { Version } from '../../versions/types.ts';

export type Row = Record<string, unknown>;

/** A table in a database; that of a dataset is stored in the version's `source`. */
export interface TableSource {
  connectionId: number;
  schema: string;
  table: string;
  /** Null: the first geometry column of the table, if it has one; never null for a dataset. */
  geometryColumn: string | null;
}

export interface TableColumn {
  name: string;
  type: FieldType | 'geometry';
  nativeType: string;
  nullable: boolean;
  /** False for generated columns, and for types without a common text format. */
  editable: boolean;
  /** Whether the database sets it in a new row. */
  hasDefault: boolean;
  /** Whether a new row takes a value, although it cannot be edited: a key without a default. */
  insertable: boolean;
  width?: number;
}

export interface TableSchema {
  /** The schema of PostGIS in this database, quoted; null when there is no geometry column. */
  postgis: string | null;
  columns: TableColumn[];
  /** The column of the primary key; null without one and for a composite key. */
  key: string | null;
  /** The type of the key without modifiers, such as int4. */
  keyType: string | null;
  /** The key column, if its index alone finds the rows of a page. */
  pagingKey: string | null;
  /** SQL expressions that put the rows in a stable order. */
  order: string[];
  geometryColumn: string | null;
  isGeography: boolean;
  geometryType: string;
  srid: number;
  /** The planner's estimate; 0 when it has none. */
  rowCount: number;
  /** Whether a part of its blocks can be read: not of views and foreign tables. */
  canSample: boolean;
  /** Why the table is read-only; null when it is editable. */
  reason: string | null;
}

/** The table of a version. @throws {AppError} not_found for a version whose data is not in a database. */
export function requireTableSource(version: Pick<Version, 'datasourceType' | 'source'>): TableSource {
  if (version.datasourceType !== 'spatialdb')
    throw notFound('vault.no_table', 'The rows of this version are not in a database.');
  const { connection_id, schema, table, geometry_column } = version.source;
  return {
    connectionId: Number(connection_id),
    schema: String(schema),
    table: String(table),
    geometryColumn: String(geometry_column),
  };
}
