import type { Actor } from '@cairn/service';
import type { ExecutionStatus } from '../../db/schema.ts';
import type { FormatName } from './formats.ts';

/** What a caller asks of the gateway. */
export interface RunRequest {
  /** Key of the report, lower-case. */
  report: string;
  format: FormatName;
  /** Key of a datasource instead of the report's own. */
  datasource: string | null;
  /** BCP 47. */
  locale: string | null;
  timeZone: string | null;
  fileName: string | null;
  /** Values as they were sent, by name; names that the report does not declare included. */
  parameters: Readonly<Record<string, readonly string[]>>;
  /** Names among them that an embed token binds. */
  bound?: readonly string[];
  /** Leaves out all but the maps. */
  onlyMaps?: boolean;
  /** HTML holds its pictures, instead of addresses of them that only the person of the run may read. */
  holdsPictures?: boolean;
}

export type Via = 'session' | 'pat' | 'embed' | 'service';

/** One run of a report. */
export interface Execution {
  id: string;
  jobId: number | null;
  report: string;
  version: number | null;
  format: string;
  status: ExecutionStatus;
  parameters: Record<string, string[]>;
  requestedBy: number | null;
  requestedByName: string | null;
  via: Via;
  datasource: string | null;
  rows: number | null;
  pages: number | null;
  bytes: number | null;
  queuedMs: number | null;
  dbMs: number | null;
  renderMs: number | null;
  errorCode: string | null;
  error: string | null;
  warnings: string[];
  outputObject: string | null;
  outputName: string | null;
  outputMime: string | null;
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  expiresAt: Date | null;
}

/** What a run did, in numbers. */
export interface RunFigures {
  rows: number | null;
  pages: number | null;
  bytes: number | null;
  dbMs: number | null;
  renderMs: number | null;
  warnings: string[];
}

/** Who runs a report, and by what right. */
export interface Runner {
  actor: Actor;
  via: Via;
}
