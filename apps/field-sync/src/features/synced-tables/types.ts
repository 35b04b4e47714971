import type { Encoding, StagedRowSample } from '@cairn/geo';
import type { ServerAddress } from '@cairn/db';
import type {
  Conflict,
  HeldGeometry,
  HistoryEntry,
  PageRequest,
  Resolution,
  SetAsideRequest,
  TrimRequest,
} from './history-types.ts';

/** Where the tables of a project are. */
export interface TargetPlace {
  address: ServerAddress;
  schema: string;
  /** Of the project; names its rows in the tables of state, history, conflicts and held geometries. */
  projectUuid: string;
}

/** Why something is not synchronised any more; its values stay as they are. */
export type FrozenBecause = 'gone' | 'set_aside';

/** Source column and its column in the target; decided once and never computed again. */
export interface ColumnLayout {
  source: string;
  name: string;
  /** As the GeoPackage declares it. */
  declared: string;
  /** How its values travel, which also says the type of the column that was made for them. */
  encoding: Encoding;
  /** No longer in the package, or set aside by a person: it keeps its values. */
  frozen?: FrozenBecause;
}

export interface GeometryLayout {
  source: string;
  name: string;
  /** Such as `MultiPolygonZ`; `Geometry` and `GeometryZ` take any type of these dimensions, `Any` takes everything. */
  type: string;
  /** 0 when the database knows no code for the layer's reference system. */
  srid: number;
  /** Reference system of the layer in the package, such as `EPSG:4326`. */
  reference: string | null;
  frozen?: FrozenBecause;
}

export interface TableLayout {
  /** Name in the package. */
  source: string;
  /** Name in the schema. */
  table: string;
  key: { source: string; name: string };
  columns: ColumnLayout[];
  geometry: GeometryLayout | null;
  /** Of the layer; becomes the table's comment. */
  description: string;
  /** Not synchronised any more: no longer in the package, or set aside by a person. */
  frozen?: FrozenBecause;
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
  counts: TableCounts[];
  appliedAt: Date;
}

export interface TableCounts {
  table: string;
  inserted: number;
  updated: number;
  deleted: number;
  conflicts: number;
  /** Geometries that PostGIS does not take, among the rows of this run. */
  held: number;
  /** Rows of the layer in the package. */
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
  /** Name in the schema. */
  table: string;
  column?: string;
  /** What would happen, with numbers. */
  sentence: string;
  /** The first is the default; none drops anything by default. */
  options: PlanOption[];
  details?: Record<string, unknown>;
}

export interface PlanOption {
  /** Such as `freeze`, `rename:trees` or `convert:Geometry`; unique in its item. */
  id: string;
  label: string;
}

/** What was decided for the items of a plan: an option by the id of an item. */
export type PlanChoices = Record<string, { option: string }>;

/** A person's decision about a plan. It holds for this state and this pair of packages alone. */
export interface PlanApproval {
  seq: number;
  baseSha256: string | null;
  packageSha256: string;
  choices: PlanChoices;
}

export interface Guards {
  maxDeletePercent: number;
  approval: PlanApproval | null;
  /** A table that is missing is a failure instead of a first load. */
  skipInit: boolean;
}

export interface PackageFile {
  /** Absolute. */
  path: string;
  /** Lower-case hex. */
  sha256: string;
}

export interface ChangeRequest {
  place: TargetPlace;
  state: SyncState | null;
  /** The package that the state names; null when it is not kept any more. */
  base: PackageFile | null;
  next: PackageFile;
  guards: Guards;
  /** Reads whole tables and makes them equal to the package, also where the package did not change. */
  reconcile?: boolean;
  /** An empty folder of the job, on the disk of the packages; the plan's files are in it. */
  cwd: string;
  signal: AbortSignal;
  /** 0 to 1, and the table that is being read. */
  onProgress?(done: number, table: string): void;
}

/** One change of a table that is there. `item` is what a person decides again where the database refuses it. */
export type LayoutStep =
  | { kind: 'add_column'; table: string; column: ColumnLayout | GeometryLayout }
  | { kind: 'convert_column'; table: string; column: string; encoding: Encoding; item: PlanItem }
  | { kind: 'convert_geometry'; table: string; geometry: GeometryLayout; item: PlanItem }
  | { kind: 'describe'; table: string; description: string };

export type ChangeKind = 'first_load' | 'difference' | 'reconcile' | 'nothing';

/** What a run would do with one table. */
export interface TableChange {
  layout: TableLayout;
  /** `create` makes the table and loads all rows; `change` applies a difference. */
  action: 'create' | 'change' | 'none';
  inserted: number;
  updated: number;
  deleted: number;
  rows: number;
  held: number;
  /** The first twenty rows of the difference; none for a table that is created. */
  samples: StagedRowSample[];
  /** Of a `change`. */
  files: DifferenceFiles | null;
}

/** Absolute paths of files in binary COPY. */
export interface DifferenceFiles {
  /** Rows that differ: op, key, new values, new geometry, old values, old geometry. */
  difference: string;
  /** Key, reason and bytes of geometries that PostGIS does not take; of all rows where the table itself was read. */
  held: string;
  isWhole: boolean;
  /** Key and kind of conflict of rows that were found changed by hand when the table was read; null where that is not known. */
  drift: string | null;
}

/** What a run would do. Its files are in the folder of the request, so it is applied in the same job. */
export interface ChangePlan {
  kind: ChangeKind;
  place: TargetPlace;
  /** Of the state; 0 without one. */
  seq: number;
  baseSha256: string | null;
  /** Of the state; a run whose state has another one in the meantime is planned again. */
  layout: TableLayout[];
  next: PackageFile;
  cwd: string;
  /** What is done with tables that are there, before their rows are changed. */
  steps: LayoutStep[];
  tables: TableChange[];
  /** What needs a person; a plan with items is not applied. Decisions that were made before are among them, as their defaults. */
  items: PlanItem[];
  /** What was decided before, for a plan that a failure of the work makes. */
  decided: PlanItem[];
  /** Sentences. */
  warnings: string[];
}

export interface ApplyRequest {
  /** UUID of the run. */
  run: string;
  version: string;
  packageSha256: string;
  /** Of the state that was read; 0 without one. */
  expectedSeq: number;
  /** Ends the work until the commit has been sent. */
  signal: AbortSignal;
  /** `sent`: bytes of the rows of a table that is loaded, so far. */
  onProgress?(done: number, table: string, sent?: number): void;
}

export interface AppliedCounts {
  /** Of the state after the commit. */
  seq: number;
  tables: TableCounts[];
}

/**
 * What follows from a failure: `retry` with backoff; `read_state` reads the state again at once, since it moved or the outcome of a
 * commit is unknown; `pause` until someone acts on the sentence, or decides about the items.
 */
export type TargetOutcome = 'retry' | 'read_state' | 'pause';

export interface TargetFailure {
  outcome: TargetOutcome;
  code: string;
  /** For people: what happened and what to do. */
  message: string;
  /** What a person may decide, as in a plan. */
  items?: PlanItem[];
}

/** What `createSyncedTables` of `service.ts` offers. All failures of the target are TargetErrors. */
export interface SyncedTables {
  /** What the tables hold; it waits for a commit in doubt, so the answer is final. Null before the first load. */
  readState(place: TargetPlace, options: { signal: AbortSignal }): Promise<SyncState | null>;
  /** Compares packages, and tables where that is needed. Writes nothing. */
  planChange(request: ChangeRequest): Promise<ChangePlan>;
  /**
   * Changes rows, history, conflicts and state in one transaction.
   * @throws {TargetError} read_state when the state is not the expected one, or the connection broke at the commit
   */
  applyChange(plan: ChangePlan, request: ApplyRequest): Promise<AppliedCounts>;
  /** Updates the statistics of tables of which more than a tenth changed. */
  analyze(place: TargetPlace, counts: TableCounts[], options: { signal: AbortSignal }): Promise<void>;
  /** What runs did with the rows of a project, of a table or of a row; the newest first. */
  readHistory(place: TargetPlace, request: PageRequest): Promise<HistoryEntry[]>;
  /**
   * Removes history that is older than some days, but that of rows with an open conflict, and conflicts that were decided before that, in
   * batches that are committed one by one. Returns how many rows.
   */
  trimHistory(place: TargetPlace, request: TrimRequest): Promise<number>;
  /** Rows that someone had changed by hand and a run overwrote; the newest first. */
  readConflicts(place: TargetPlace, request: PageRequest & { isOpen?: boolean }): Promise<Conflict[]>;
  /** Geometries that PostGIS does not take, by descending keys. Name a table to read more than one page. */
  readHeld(place: TargetPlace, request: PageRequest): Promise<HeldGeometry[]>;
  /**
   * Decides an open conflict. A row that comes back stays until the provider changes it again.
   * @throws {AppError} not_found; conflict for one that was decided, or whose table is no longer synchronised
   */
  resolveConflict(place: TargetPlace, resolution: Resolution): Promise<void>;
  /**
   * Sets a table or column aside, so that runs leave its values as they are, such as those that a trigger rewrites; or takes it back.
   * @throws {AppError} not_found for one that is not in the layout
   */
  setAside(place: TargetPlace, request: SetAsideRequest): Promise<void>;
}
