import type { DatasetType, Format, LayerOutline } from '@cairn/geo';

/** A file that was received and found to be what it claims, and where it shall go. */
export interface CheckedFile {
  fileName: string;
  type: DatasetType;
  format: Format;
  size: number;
  sha256: string;
  layers: LayerOutline[];
}

export interface Uploader {
  id: number | null;
  username: string | null;
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
  unchanged: boolean;
  created: boolean;
  jobId: number | null;
}
