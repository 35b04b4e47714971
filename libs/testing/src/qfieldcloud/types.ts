export type QfcRole = 'admin' | 'manager' | 'editor' | 'reporter' | 'reader';

export interface QfcUser {
  /** Primary key, as jobs name their creator. */
  id: number;
  username: string;
  email: string;
  password: string;
}

/** One immutable state of a file; its bytes are a file below the server's folder. */
export interface QfcVersion {
  id: string;
  size: number;
  /** MD5 of the content, or of the MD5s of its parts of 8 MiB with `-<parts>`, as S3 has it. */
  etag: string;
  sha256: string;
  /** ISO 8601 in UTC with microseconds. */
  uploadedAt: string;
  path: string;
}

export interface QfcFile {
  name: string;
  uploadedAt: string;
  /** Newest first; never empty. */
  versions: QfcVersion[];
}

export type QfcJobStatus = 'pending' | 'queued' | 'started' | 'finished' | 'stopped' | 'failed';
export type QfcJobType = 'package' | 'delta_apply' | 'process_projectfile';

export interface QfcJob {
  id: string;
  type: QfcJobType;
  status: QfcJobStatus;
  createdBy: QfcUser;
  createdAt: string;
  updatedAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  output: string | null;
  feedback: Record<string, unknown> | null;
  /** Files of a package. */
  files: Map<string, QfcFile>;
  /** Deltas of an apply job. */
  deltas: QfcDelta[];
}

export type QfcDeltaStatus =
  'pending' | 'started' | 'applied' | 'conflict' | 'not_applied' | 'error' | 'ignored' | 'unpermitted';

/** What a delta changes, as QField sends it. */
export interface QfcDeltaContent {
  uuid: string;
  clientId: string;
  localPk: string;
  sourcePk: string;
  localLayerId: string;
  sourceLayerId: string;
  method: 'create' | 'patch' | 'delete';
  old?: { geometry?: string | null; attributes?: Record<string, unknown> };
  new?: { geometry?: string | null; attributes?: Record<string, unknown> };
  [other: string]: unknown;
}

export interface QfcDelta {
  id: string;
  deltafileId: string;
  createdBy: QfcUser;
  createdAt: string;
  updatedAt: string;
  status: QfcDeltaStatus;
  feedback: Record<string, unknown> | null;
  content: QfcDeltaContent;
}

/** Where a layer of the QGIS project has its rows; null: in a database elsewhere, so that no file changes. */
export type QfcLayerSource = { file: string; table: string } | null;

export interface QfcProject {
  id: string;
  name: string;
  owner: QfcUser;
  description: string;
  isPublic: boolean;
  createdAt: string;
  updatedAt: string;
  /** The watermark: raised by each upload, deletion and applied delta. */
  dataLastUpdatedAt: string | null;
  dataLastPackagedAt: string | null;
  collaborators: Map<QfcUser, QfcRole>;
  files: Map<string, QfcFile>;
  jobs: QfcJob[];
  deltas: QfcDelta[];
  layers: Map<string, QfcLayerSource>;
  overwriteConflicts: boolean;
  /** Versions of each file that are kept. */
  keepVersions: number;
}
