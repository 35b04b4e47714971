/** A file as Mergin Maps lists it, in v1 and v2. */
export interface MerginFile {
  path: string;
  size: number;
  /** SHA-1 in hex. */
  checksum: string;
  mtime?: string;
  /** By version; only with `since`, and only for files with differences. */
  history?: Record<string, MerginChange>;
}

/** What one version did to a file. */
export interface MerginChange {
  change: 'added' | 'updated' | 'removed';
  diff?: { path: string; size: number; checksum?: string };
}

/** `ProjectSchema` and `ProjectListSchema` of v1. */
export interface MerginProject {
  id: string;
  namespace: string;
  name: string;
  version: string | null;
  updated?: string | null;
  has_conflict?: boolean;
  files?: MerginFile[];
}

/** `ProjectSchema` of v2. */
export interface MerginProjectV2 {
  id: string;
  name: string;
  version: string | null;
  updated_at?: string | null;
  workspace?: { name?: string };
  files?: MerginFile[];
}

/** An item of `by_names` or `batch` in place of a project. */
export interface MerginItemError {
  error: number;
}

/** Namespace and name, by which v1 knows a project. */
export interface ProjectName {
  namespace: string;
  name: string;
}
