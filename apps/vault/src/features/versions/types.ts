import type { DatasetType, Format } from '@cairn/geo';

/** What a file held at one moment; never changes. */
export interface Version {
  id: number;
  dataset: string;
  version: number;
  latest: boolean;
  projectId: number;
  operation: string;
  parentId: number | null;
  label: string | null;
  type: DatasetType;
  format: Format;
  fileName: string;
  size: number;
  sha256: string;
  objectKey: string;
  createdById: number | null;
  createdBy: string | null;
  createdAt: Date;
}
