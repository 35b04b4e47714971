import type { PackageSource } from '../../db/schema.ts';
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
  /** What the tables hold, from where the provider's differences may lead to this version; null: the whole file. */
  base: { version: ProviderVersion; sha256: string } | null;
  signal: AbortSignal;
  /** Of the files that are missing here; bytes that an earlier attempt fetched count as fetched. */
  onBytes(bytes: { total: number; fetched: number }): void;
  /** Writes a sentence to the log of the project. */
  log(level: 'info' | 'warning', message: string): Promise<void>;
}

/** A file of the version, with what its bytes must be. */
export interface ListedFile {
  identity: string;
  file: ProviderFile;
}

export interface FetchedVersion {
  snapshot: Snapshot;
  /** Of all files of the version, and how many of them this call fetched. */
  bytesTotal: number;
  bytesFetched: number;
  packageSource: PackageSource;
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
