import type { JobContext } from '@cairn/jobs';
import type { PushStatus } from '../../../db/pushes-table.ts';
import type { Db, FieldSyncDatabase } from '../../../db/schema.ts';
import type { RemoteTarget, SealedFileTarget } from '../types.ts';

/** One copy of a project's files to a target. */
export interface Push {
  id: number;
  projectId: number;
  targetId: number;
  jobId: number | null;
  /** Of what is copied. */
  seq: number;
  status: PushStatus;
  /** The attempt of its job that may change it. */
  fence: number;
}

/** As the log of a target lists it. */
export interface LoggedPush extends Pick<Push, 'id' | 'seq' | 'status'> {
  project: string;
  version: string | null;
  files: number;
  bytes: number;
  deleted: number;
  log: string;
  error: string | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

/** What a push needs to know of its project. */
export interface PushedProject {
  id: number;
  uuid: string;
  name: string;
  geopackage: string;
  files: 'all' | 'package';
  maxDeletePercent: number;
  appliedSeq: number;
  /** Null before the first load, and where its files are not kept. */
  appliedSnapshotId: number | null;
}

/** A file of a snapshot; `path` is relative to the project, `key` that of its object. */
export interface TreeFile {
  path: string;
  key: string;
}

/** What rsync reported. */
export interface CopyCounts {
  /** Files that were transferred, and their size in bytes. */
  files: number;
  bytes: number;
  /** Files and folders. */
  deleted: number;
}

/** A tree that was copied: how many files it had, and of which application. */
export interface FormerCopy {
  totalFiles: number;
  seq: number;
}

/** How a push ended, as its row has it. */
export interface PushEnd {
  status: 'succeeded' | 'failed' | 'queued';
  counts: CopyCounts;
  totalFiles: number | null;
  exitCode: number | null;
  log: string;
  error: { code: string; message: string } | null;
}

export interface PushApplication {
  projectId: number;
  runId: number;
  seq: number;
}

/** Adds lines to the logs of projects. */
export type WriteProjectLog = (
  trx: Db,
  lines: { projectId: number; level: 'info' | 'warning' | 'error'; message: string }[],
) => Promise<void>;

export interface PushAttempt {
  push: Push;
  project: PushedProject;
  target: SealedFileTarget;
  job: JobContext<FieldSyncDatabase>;
}

export type SealedRemoteTarget = SealedFileTarget & RemoteTarget;
