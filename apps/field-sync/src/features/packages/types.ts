import type { Provider, ProviderFile, ProviderVersion } from '../providers/types.ts';

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

/** What fetching needs to know of a project. */
export interface PackageProject {
  id: number;
  /** Path of the GeoPackage within the project. */
  geopackage: string;
  /** `package`: the GeoPackage alone. */
  files: 'all' | 'package';
}

export interface FetchVersionRequest {
  project: PackageProject;
  provider: Provider;
  /** The provider's own id of the project. */
  providerId: string;
  pinned: PinnedVersion;
  signal: AbortSignal;
  /** Of the files that are missing here; bytes that an earlier attempt fetched count as fetched. */
  onBytes(bytes: { total: number; fetched: number }): void;
}

export interface FetchedVersion {
  snapshot: Snapshot;
  /** Of all files of the version, and how many of them this call fetched. */
  bytesTotal: number;
  bytesFetched: number;
  /** Sentences. */
  warnings: string[];
}

/** A file whose bytes are an object of the storage. */
export interface KeptFile {
  key: string;
  size: number;
  sha256: string;
  sha1: string;
}

/** A kept GeoPackage, as the page of files lists it. */
export interface RetainedPackage {
  snapshotId: number;
  /** Unique within the project, such as `trees-v26-0f3a1b2c.gpkg`. */
  name: string;
  /** Within the project. */
  path: string;
  version: ProviderVersion;
  key: string;
  size: number;
  sha256: string;
  createdAt: Date;
  appliedAt: Date | null;
  /** Whether the tables hold it. */
  isApplied: boolean;
}
