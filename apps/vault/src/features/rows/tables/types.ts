import type { FieldType } from '@cairn/geo';
import { notFound } from '@cairn/service';
import type { Version } from '../../versions/types.ts';

export type Row = Record<string, unknown>;

/** The table of a dataset whose rows are in a database; stored in the version's `source`. */
export interface TableSource {
  connectionId: number;
  schema: string;
  table: string;
  geometryColumn: string;
}

export interface TableColumn {
  name: string;
  type: FieldType | 'geometry';
  nativeType: string;
  nullable: boolean;
  /** False for generated columns, and for types without a common text format. */
  editable: boolean;
  width?: number;
}

export interface TableSchema {
  /** The schema of PostGIS in this database, quoted. */
  postgis: string;
  columns: TableColumn[];
  /** The column of the primary key; null without one and for a composite key. */
  key: string | null;
  geometryColumn: string;
  geometryType: string;
  srid: number;
  /** The planner's estimate; 0 when it has none. */
  rowCount: number;
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
