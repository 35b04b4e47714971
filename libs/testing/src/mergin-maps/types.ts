import type { DatabaseSync } from 'node:sqlite';

/** What only this server does wrong, for one answer. */
export type MerginQuirk =
  /** The caller counts as a visitor, as with a token that has expired. */
  | 'nobody'
  /** `delta` answers 200 without items although the version moved. */
  | 'empty-delta'
  /** A difference is 422 because it could not be put together. */
  | 'broken-diff'
  /** A GeoPackage of an older version is rebuilt: the same rows in other bytes. */
  | 'rebuilt';

export interface StoredDiff {
  /** Its path in the project, which v2 calls its id. */
  path: string;
  size: number;
  checksum: string;
  location: string;
}

export interface StoredFile {
  path: string;
  size: number;
  /** SHA-1 in hex. */
  checksum: string;
  /** Where it is on this machine. */
  location: string;
  mtime: Date;
  /** The difference by which this content came to be. */
  diff: StoredDiff | null;
}

/** `location` and `mtime` are those of the content before when a file is deleted. */
export interface FileChange extends StoredFile {
  change: 'create' | 'update' | 'update_diff' | 'delete';
}

export interface StoredVersion {
  number: number;
  created: Date;
  author: string;
  changes: FileChange[];
  /** All files at this version. */
  files: Map<string, StoredFile>;
}

export interface TestMerginProject {
  id: string;
  name: string;
  /** Name of its workspace. */
  namespace: string;
  public: boolean;
  created: Date;
  creator: string;
  removed: boolean;
  /** No new versions: 423. */
  locked: boolean;
  /** Version 0 has no files. */
  versions: StoredVersion[];
}

/** A new version. Files that it does not name stay. */
export interface VersionChange {
  author?: string;
  /** By path in the project: content, or null to delete the file. */
  files?: Record<string, Uint8Array | string | null>;
  /** By path of a GeoPackage: changes of its rows or its layout, made on a copy. */
  edit?: Record<string, (db: DatabaseSync) => void>;
}

export interface MerginUser {
  id: number;
  username: string;
  password: string;
  /** Workspaces in which this user sees all projects. */
  workspaces: string[];
}

export interface TestMerginMapsSettings {
  tokenLifeMs: number;
  /**
   * Whether calls of v2 that read are there. A server before 2026 has none of them: 404, but 405 where it knows the path for
   * other methods (`/v2/projects/{id}`, and so `/v2/projects/batch`).
   */
  v2: boolean;
  /** Every request that writes is 503, except `by_names` and `login`. */
  maintenance: boolean;
  version: string;
}

/** One request to a route. */
export interface MerginCall {
  query: Record<string, string>;
  /** What the pattern of the route caught, decoded. */
  params: string[];
  body: () => Promise<any>;
  bytes: () => Promise<Buffer>;
  user: MerginUser | null;
  has: (quirk: MerginQuirk) => boolean;
}

/** What a route answers: JSON, or a file of this machine. */
export type MerginAnswer =
  | { status?: number; json: unknown; headers?: Record<string, string> }
  | { status: 204 }
  | { file: string; name: string };

export type MerginRoute = (call: MerginCall) => MerginAnswer | Promise<MerginAnswer>;
