import type { Readable } from 'node:stream';
import type { IncomingHttpHeaders } from 'node:http';
import type { ServerType } from '../../db/schema.ts';

/** A project as its provider lists it. */
export interface ProviderProject {
  /** The provider's own id, which survives a rename: a UUID, or the name of a folder. */
  id: string;
  /** Such as `workspace/name`. */
  label: string;
  /** Compared for inequality only; see `ProviderVersion`. */
  version: string;
  updatedAt: Date | null;
  /** Edits that nobody merged. */
  hasConflict?: boolean;
}

/** A file of one version of a project. */
export interface ProviderFile {
  /** Relative, with `/`, as the provider spells it. */
  path: string;
  size: number;
  /** Lower-case hex; absent where the provider does not tell. */
  sha1?: string;
  sha256?: string;
  /** Names this state of the file, where the provider has versions of files. */
  versionId?: string;
  modifiedAt?: Date;
}

/**
 * What names a state of a project: `v26` of Mergin Maps, the `data_last_updated_at` of QFieldCloud, the hash of a folder's listing.
 * Only Mergin Maps has an order; elsewhere two versions are equal or not.
 */
export type ProviderVersion = string;

/** What a poll learned of one project. */
export type PollResult =
  { version: ProviderVersion; updatedAt: Date | null } | { problem: 'missing' | 'denied'; sentence: string };

export interface ListFilter {
  workspace?: string;
  q?: string;
  limit?: number;
}

/** The answer of a server to the request of a file from an offset on; its reader checks status and headers. */
export interface FileResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Readable;
}

export interface OpenFileRequest {
  version: ProviderVersion;
  file: ProviderFile;
  /** First byte that is wanted. */
  from: number;
  signal: AbortSignal;
}

/** Who made a version. */
export interface VersionAuthor {
  version: ProviderVersion;
  author: string;
  createdAt: Date | null;
}

/** Edits that are in nobody's GeoPackage yet. */
export interface WaitingEdits {
  count: number;
  byStatus: Record<string, number>;
  /** The newest ten. */
  newest: { label: string; status: string; author: string | null; at: Date | null; reason: string | null }[];
  /** Files with edits that conflicted, which someone has to merge. */
  conflictFiles: string[];
}

/** One difference between two versions of a GeoPackage, as a SQLite changeset. */
export interface ProviderDiff {
  id: string;
  /** Null where the provider does not tell before the download. */
  size: number | null;
  /** Lower-case hex; absent where the provider does not tell. */
  sha1?: string;
}

/**
 * A provider server with one login. These methods are all the traffic of the engine. Every failure is a ProviderError with an
 * outcome of the fault table; a token that expired is renewed once within.
 */
export interface Provider {
  type: ServerType;
  list(filter: ListFilter, signal?: AbortSignal): Promise<ProviderProject[]>;
  /** The provider's own id of what someone entered, such as `workspace/name`. */
  resolve(project: string, signal?: AbortSignal): Promise<ProviderProject>;
  /**
   * Asks for all projects at once where the provider can. Keys are the ids as given. A project that is left out has no news yet: a
   * folder that is still being written to.
   */
  poll(ids: readonly string[], signal?: AbortSignal): Promise<Map<string, PollResult>>;
  /** The files of one version. */
  files(id: string, version: ProviderVersion, signal?: AbortSignal): Promise<ProviderFile[]>;
  open(id: string, request: OpenFileRequest): Promise<FileResponse>;
  /** The differences that lead from one version of a file to another, in order; null: take the whole file. */
  diffs?(
    id: string,
    request: { path: string; since: ProviderVersion; to: ProviderVersion; signal: AbortSignal },
  ): Promise<ProviderDiff[] | null>;
  /** @throws {ProviderError} restart_file where the provider cannot put it together: take the whole file */
  openDiff?(
    id: string,
    request: { path: string; diff: ProviderDiff; from: number; signal: AbortSignal },
  ): Promise<FileResponse>;
  /** Who made the versions after `since`, up to `to`. */
  authors?(
    id: string,
    range: { since: ProviderVersion | null; to: ProviderVersion },
    signal?: AbortSignal,
  ): Promise<VersionAuthor[]>;
  waiting?(id: string, signal?: AbortSignal): Promise<WaitingEdits>;
  /** What `project_info` shows: the provider's own answer is in `raw`. */
  info(
    id: string,
    signal?: AbortSignal,
  ): Promise<{ project: ProviderProject; files: ProviderFile[]; raw: unknown }>;
}

/** What follows from an answer of a provider; see the fault table in the design page. */
export type ProviderOutcome =
  | 'retry' // again with backoff, not before `retryAfterMs`
  | 'sign_in' // wrong password: stop all of this server until it is edited
  | 'restart_file' // drop the part, start the file again
  | 'damaged' // once more from zero, then pause
  | 'pause' // with the provider's own words
  | 'later'; // again after a quarter of an hour

export interface ProviderFailure {
  outcome: ProviderOutcome;
  code: string;
  /** For people: what happened and what to do. */
  message: string;
  retryAfterMs?: number;
}
