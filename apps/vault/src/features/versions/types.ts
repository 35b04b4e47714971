import type { DatasetType, Format } from '@cairn/geo';

/** What a file held at one moment; never changes. */
export interface Version {
  id: number;
  datasetId: number;
  /** What the dataset is called. */
  dataset: string;
  version: number;
  latest: boolean;
  projectId: number;
  operation: string;
  parentId: number | null;
  clippedById: number | null;
  /** What the operation was told. */
  parameters: Record<string, unknown>;
  datasourceType: 'file' | 'remote' | 'spatialdb';
  /** Where the data lie when they do not lie here. */
  source: Record<string, unknown>;
  label: string | null;
  type: DatasetType;
  format: Format;
  fileName: string;
  size: number;
  /** Of the bytes; of place and state when they do not lie here. */
  sha256: string;
  /** Null when the data do not lie here. */
  objectKey: string | null;
  createdById: number | null;
  createdBy: string | null;
  createdAt: Date;
  /** Version in which the rows were numbered; versions with the same one give a row the same number. */
  numberedInId: number;
  /** Of the numbers that no row has any more; null when there are none. */
  removedRowsHash: string | null;
  /** By layer the least number that a new row may get, where some were given before; see row-numbers.ts. */
  nextRows: Record<string, string>;
  /** Over all layers; null for rasters and until the file was looked into. */
  featureCount: number | null;
}
