import type { ProviderFile, ProviderVersion } from '../providers/types.ts';

/** The version that a run is pinned to, with what it consists of. */
export interface PinnedVersion {
  version: ProviderVersion;
  files: ProviderFile[];
}

/** A version of a project whose files are kept. */
export interface Snapshot {
  id: number;
  projectId: number;
  version: ProviderVersion;
  packageSha256: string;
  createdAt: Date;
  appliedAt: Date | null;
}
