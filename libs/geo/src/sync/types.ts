import type { GdalOptions } from '../gdal/gdal.ts';
import type { CompareTableReply, StagedOp, StagedRowSample } from '../reader-protocol/sync-types.ts';

export type {
  ApplyChangesetsReply,
  ApplyChangesetsRequest,
  ChangesetProblem,
  CompareTableRequest,
  CopyTableReply,
  CopyTableRequest,
  PackageGeometry,
  PackageTable,
  PackageTablesReply,
  StagedOp,
  StagedRowSample,
  SyncColumn,
  ValueMisfit,
} from '../reader-protocol/sync-types.ts';

/** The job's folder, and when to stop. */
export type SyncRun = Pick<GdalOptions, 'cwd' | 'signal' | 'timeLimitMs'>;

export interface Comparison extends CompareTableReply {
  /** The first rows of the output, as many as were asked for. */
  samples: StagedRowSample[];
}

/** Values of a staged row by the column's name in the later file, and its geometry in WKB. */
export interface StagedValues {
  values: Record<string, string | number | boolean | null>;
  geometry: Buffer | null;
}

/** One row of the output of a comparison. */
export interface StagedRow {
  op: StagedOp;
  /** Decimal digits. */
  key: string;
  new: StagedValues | null;
  old: StagedValues | null;
}
