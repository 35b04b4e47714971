import type { DatasetType, Findings, Format, LayerOutline, MissingCrs } from '@cairn/geo';
import type { StagedFile } from '@cairn/files';
import type { Db } from '../../db/handle.ts';
import type { RowNumbers } from './row-numbers.ts';

/** A file that arrived or was made and was found to be what it claims. */
export interface CheckedFile {
  fileName: string;
  type: DatasetType;
  format: Format;
  size: number;
  sha256: string;
  layers: LayerOutline[];
  /** Present when the file, or one of its layers, names no coordinate system. */
  missingCrs?: MissingCrs;
  /** What a first look found wrong with its contents; absent when nobody looked. */
  findings?: Findings;
}

/** Who makes a version: a person, also when a worker does it for them. */
export interface Author {
  id: number | null;
  username: string | null;
}

/** Where a version shall go, settled before its bytes are there. */
export interface Destination {
  name: string;
  projectId: number;
  folderId: number | null;
  /** The dataset that was there when the work began, whatever it is called by now; null for a new one. */
  datasetId: number | null;
}

/** How a version came to be. */
export interface Origin {
  operation:
    | 'upload'
    | 'import_url'
    | 'import_s3'
    | 'edit'
    | 'set_crs'
    | 'filter'
    | 'dissolve'
    | 'clip'
    | 'buffer'
    | 'reproject'
    | 'simplify'
    | 'spatial_join'
    | 'intersect'
    | 'calculate';
  /** Version that it was made from; by default the latest one of the dataset. */
  parentId?: number;
  /** Version of the second dataset: whose polygons cut it, or whose attributes it got. */
  clippedById?: number;
  label?: string;
  /** What the operation was told; shown to whoever may see the version, so it holds no secret. */
  parameters?: Record<string, unknown>;
}

/**
 * Runs `fn` in one transaction; a worker passes the `commit` of its job, which runs each step once in the job's life and
 * answers with what it returned then.
 */
export type Commit = <T>(fn: (trx: Db) => Promise<T>, step?: string) => Promise<T>;

/** Where the data of a version are that do not lie here. */
export interface Elsewhere {
  datasourceType: 'remote' | 'spatialdb';
  /** Shown to whoever may see the version, so it holds no secret. */
  source: Record<string, unknown>;
}

export interface NewVersion {
  maker: Author;
  destination: Destination;
  checked: CheckedFile;
  /** The bytes; absent when they do not lie here. */
  staged?: StagedFile;
  /** Writes down where they lie instead, in the transaction of the version. */
  elsewhere?: (trx: Db) => Promise<Elsewhere>;
  origin: Origin;
  /** How the rows are numbered, found under the lock of the dataset; by default anew, in the order of the file. */
  rowNumbers?: (checked: CheckedFile, trx: Db) => RowNumbers | null | Promise<RowNumbers | null>;
  commit?: Commit;
  /** What is written in the same transaction, under the lock of the dataset. */
  alongside?: (trx: Db, made: { datasetId: number; id: number; version: number }) => Promise<void>;
}

export interface IngestResult {
  dataset: string;
  datasetId: number;
  title: string;
  version: number;
  versionId: number;
  projectId: number;
  operation: string;
  file: CheckedFile;
  datasourceType: 'file' | Elsewhere['datasourceType'];
  unchanged: boolean;
  created: boolean;
  /** Of the job that inspects the version; null when nothing changed. */
  jobId: number | null;
}
