import type { StagedFile } from '@cairn/files';
import type { DatasetType, Findings, Format, LayerSummary, MissingCrs, RemovedRows } from '@cairn/geo';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';

export interface Dataset {
  id: number;
  name: string;
  type: DatasetType;
  title: string;
  description: string;
  tags: string[];
  citation: string;
  attribution: string;
  keywords: string[];
  notes: string;
  folderId: number | null;
  ownerId: number | null;
  owner: string | null;
  createdAt: Date;
  updatedAt: Date;
  describedAt: Date | null;
  describedBy: string | null;
  archivedAt: Date | null;
  /** Key of its resource at the portal. */
  resourceKey: string;
  /** Names under which the portal may still have it. */
  legacyKeys: string[];
}

/** The metadata that users write. */
export type Description = Pick<
  Dataset,
  'title' | 'description' | 'tags' | 'citation' | 'attribution' | 'keywords' | 'notes'
>;

/** A dataset that no other transaction changes, extends or deletes until this one ends. */
export interface LockedDataset extends Dataset {
  latest: Pick<Version, 'id' | 'version' | 'sha256' | 'projectId' | 'operation' | 'datasourceType'> | null;
}

/** The content of a dataset at one moment. It never changes. */
export interface Version {
  id: number;
  datasetId: number;
  /** Current name of the dataset. */
  dataset: string;
  version: number;
  latest: boolean;
  projectId: number;
  operation: string;
  parentId: number | null;
  clippedById: number | null;
  /** Parameters of the operation. */
  parameters: Record<string, unknown>;
  datasourceType: 'file' | 'remote' | 'spatialdb';
  /** Location of data that is stored elsewhere. */
  source: Record<string, unknown>;
  label: string | null;
  type: DatasetType;
  format: Format;
  fileName: string;
  size: number;
  /** Hash of the bytes, or of location and state for data that is stored elsewhere. */
  sha256: string;
  /** Null for data that is stored elsewhere. */
  objectKey: string | null;
  createdById: number | null;
  createdBy: string | null;
  createdAt: Date;
  /** Version in which the rows were numbered; versions with the same one give a row the same number. */
  numberedInId: number;
  /** Hash of the numbers of removed rows; null when no row was removed. */
  removedRowsHash: string | null;
  /** Lowest number for a new row, by layer, where numbers were given before; see row-numbers-repo.ts. */
  nextRows: Record<string, string>;
  /** Over all layers; null for rasters and before the file is inspected. */
  featureCount: number | null;
}

/** A dataset as a request names it. */
export interface DatasetPath {
  /** The dataset whose permissions were checked; see checkedDatasetId. */
  datasetId: number;
  name: string;
}

export interface VersionPath extends DatasetPath {
  version: number;
}

/** A file whose format and content were checked. */
export interface CheckedFile {
  fileName: string;
  type: DatasetType;
  format: Format;
  size: number;
  sha256: string;
  layers: LayerSummary[];
  /** Present when the file, or one of its layers, names no coordinate system. */
  missingCrs?: MissingCrs;
  /** Problems that a quick check found in the content; absent when there was no check. */
  findings?: Findings;
}

/** The user who creates a version, also when a worker does it for them. */
export interface Author {
  id: number | null;
  username: string | null;
}

/** The dataset of a new version, resolved before the bytes arrive. */
export interface Destination {
  name: string;
  projectId: number;
  folderId: number | null;
  /** The dataset that existed when the work began, even if it was renamed since; null for a new one. */
  datasetId: number | null;
}

/** The operation that creates a version. */
export interface Origin {
  operation:
    | 'upload'
    | 'import_url'
    | 'import_s3'
    | 'import_mapserver'
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
  /** Version that was read; by default the latest one of the dataset. */
  parentId?: number;
  /** Version of the second dataset, which clipped it or gave it attributes. */
  clippedById?: number;
  label?: string;
  /** Parameters of the operation. Every reader of the version sees them, so they contain no secret. */
  parameters?: Record<string, unknown>;
}

/**
 * Runs `fn` in one transaction. A worker passes the `commit` of its job, which runs each step once in the job's life and
 * returns the stored result after that.
 */
export type Commit = <T>(fn: (trx: Db) => Promise<T>, step?: string) => Promise<T>;

/** Location of data that is not stored in the vault. */
export interface ExternalSource {
  datasourceType: 'remote' | 'spatialdb';
  /** Every reader of the version sees it, so it contains no secret. */
  source: Record<string, unknown>;
}

/**
 * The numbers of the rows of a version. Shapefiles and GeoJSON files have no key: their rows are numbered from 1 in the order of
 * the file, skipping the numbers of rows that were removed in this or an earlier version.
 */
export interface RowNumbers {
  /** Version in which the rows were numbered first; versions with the same one give a row the same number. */
  numberedInId: number;
  removed: Map<string, RemovedRows>;
  /** Lowest number for a new row, in digits, by layer. */
  next: Record<string, string>;
}

export interface NewVersion {
  author: Author;
  /** The request that creates it; absent in jobs. */
  cause?: AuditContext;
  destination: Destination;
  checked: CheckedFile;
  /** The bytes; absent for data that is stored elsewhere. */
  staged?: StagedFile;
  /** Saves the location of data that is stored elsewhere, in the transaction of the version. */
  saveSource?: (trx: Db, dataset: { datasetId: number; ownerId: number | null }) => Promise<ExternalSource>;
  origin: Origin;
  /** Computes the row numbers under the lock of the dataset; by default rows are numbered in the order of the file. */
  rowNumbers?: (checked: CheckedFile, trx: Db) => RowNumbers | null | Promise<RowNumbers | null>;
  commit?: Commit;
  /** Writes more rows in the same transaction, under the lock of the dataset. */
  alongside?: (trx: Db, version: { datasetId: number; id: number; version: number }) => Promise<void>;
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
  datasourceType: Version['datasourceType'];
  unchanged: boolean;
  created: boolean;
  /** Job that inspects the version; null when nothing changed. */
  jobId: number | null;
}

/** A version in the history of another. */
export interface LineageNode {
  versionId: number;
  dataset: string;
  version: number;
  operation: string;
  parameters: Record<string, unknown>;
  label: string | null;
  latest: boolean;
  featureCount: number | null;
  createdAt: Date;
  createdBy: string | null;
}

export interface LineageEdge {
  /** Id of the version that was read. */
  from: number;
  /** Id of the version that was created. */
  to: number;
  role: 'parent' | 'clip' | 'other';
}

export interface Lineage {
  nodes: LineageNode[];
  edges: LineageEdge[];
}
