import type { FileValidators } from '@cairn/files';
import type { ColumnType, Generated } from 'kysely';
import type { Created, Updated } from './column-types.ts';

export interface ObjectsTable {
  key: string;
  sha256: string;
  sha1: string;
  size: number;
  created_at: Created;
}

export interface RebuiltPackagesTable {
  project_id: number;
  object_key: string;
  identity: string;
  diffs: number;
  first_diff_at: Date;
}

export interface SnapshotsTable {
  id: Generated<number>;
  project_id: number;
  version: string;
  package_sha256: string;
  created_at: Created;
  applied_at: Date | null;
}

export interface DownloadsTable {
  id: Generated<number>;
  project_id: number;
  path: string;
  identity: string;
  part: Generated<string>;
  attempt: string;
  saved_bytes: Generated<number>;
  validators: ColumnType<FileValidators | null, string | null | undefined, string | null>;
  created_at: Created;
  updated_at: Updated;
}
