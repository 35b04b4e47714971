import type { FieldType } from '@cairn/geo';

/** Where the rows of a dataset lie when they lie in a database; kept in the version's `source`. */
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
  /** False for what the database computes, and for types that have no text that everybody writes alike. */
  editable: boolean;
  width?: number;
}

export interface TableSchema {
  /** The schema of PostGIS in this database, quoted. */
  postgis: string;
  columns: TableColumn[];
  /** The one column of the primary key; null when there is none or it has several. */
  key: string | null;
  geometryColumn: string;
  geometryType: string;
  srid: number;
  /** An estimate of the planner where it has one. */
  rowCount: number;
  /** Why nothing can be edited; null when it can. */
  reason: string | null;
}
