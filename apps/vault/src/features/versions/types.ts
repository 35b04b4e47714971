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
  /** Over all layers; null for rasters and until the file was looked into. */
  featureCount: number | null;
}
