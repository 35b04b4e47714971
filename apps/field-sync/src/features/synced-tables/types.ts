import type { ServerAddress } from '@cairn/db';

/** Where the tables of a project are. */
export interface TargetPlace {
  address: ServerAddress;
  schema: string;
  /** Of the project; names its rows in the tables of state, history, conflicts and held geometries. */
  projectUuid: string;
}

/** Source column and what became of it; decided once and never computed again. */
export interface ColumnLayout {
  source: string;
  name: string;
  /** As the GeoPackage declares it. */
  declared: string;
  /** The column's type in PostgreSQL, such as `bigint`. */
  type: string;
  /** No longer in the package, or set aside by a person: it keeps its values. */
  frozen?: boolean;
}

export interface GeometryLayout {
  source: string;
  name: string;
  /** Such as `MultiPolygonZ`, or `Geometry` for any. */
  type: string;
  /** 0 when the database knows no code for the layer's reference system. */
  srid: number;
  /** Reference system of the layer in the package, such as `EPSG:4326`. */
  reference: string | null;
}

export interface TableLayout {
  /** Name in the package. */
  source: string;
  /** Name in the schema. */
  table: string;
  key: { source: string; name: string };
  columns: ColumnLayout[];
  geometry: GeometryLayout | null;
  /** Not synchronised any more: no longer in the package, or set aside by a person. */
  frozen?: boolean;
}

/** The row of `cairn_sync_state`: what the tables of a project hold. */
export interface SyncState {
  /** Rises by one with each run that was applied. */
  seq: number;
  version: string;
  packageSha256: string;
  /** UUID of the run that wrote it. */
  run: string;
  layout: TableLayout[];
  appliedAt: Date;
}

export interface TableCounts {
  table: string;
  inserted: number;
  updated: number;
  deleted: number;
  conflicts: number;
  held: number;
  rows: number;
}

/** Something that is not done without a person's approval. */
export interface PlanItem {
  /** Names it among the items of a plan, such as `deletions:roads`. */
  id: string;
  kind:
    | 'deletions'
    | 'table_gone'
    | 'table_not_ours'
    | 'column_gone'
    | 'column_type'
    | 'geometry_type'
    | 'srid'
    | 'key'
    | 'value_does_not_fit';
  table: string;
  column?: string;
  /** What would happen, with numbers. */
  sentence: string;
  /** The first is the default; none drops anything by default. */
  options: { id: string; label: string; column?: string }[];
  details?: Record<string, unknown>;
}

/** What was decided for the items of a plan: the id of an option by the id of an item. */
export type PlanChoices = Record<string, { option: string; column?: string }>;

export interface Guards {
  maxDeletePercent: number;
  /** The plan that a person approved for exactly this state and this pair of packages. */
  choices: PlanChoices | null;
  skipInit: boolean;
}
