import type { Readable } from 'node:stream';

/** The files of the version that a project has applied, as one archive. */
export interface Bundle {
  /** Of the project; names it at the publisher. */
  projectUuid: string;
  /** What the project has applied. */
  seq: number;
  manifest: BundleManifest;
  zip: { stream: Readable; size: number };
}

export interface BundleManifest {
  project: string;
  name: string;
  seq: number;
  version: string;
  /** Path of the GeoPackage that is synchronised. */
  geopackage: string;
  files: { path: string; size: number; sha256: string }[];
}

export interface Published {
  id: string;
  viewerUrl: string;
}

/** What the publisher knows of a project. */
export interface PreviousPublication {
  /** Null where no answer of a first attempt came. */
  id: string | null;
  /** What the project had applied at the first attempt. */
  firstSeq: number;
}

/** Something that shows projects on the web. */
export interface Publisher {
  /**
   * Publishes a project, or replaces what it published of it. Repeating a call never makes a second project.
   * @param bundle opens the bundle again for each request
   * @throws {AppError} bad_gateway with what the publisher says; {OutboundError}
   */
  publish(
    bundle: () => Promise<Bundle>,
    previous: PreviousPublication,
    signal: AbortSignal,
  ): Promise<Published>;
}

/** What is published of a project. */
export interface PublishedProject {
  id: number;
  uuid: string;
  name: string;
  geopackage: string;
  seq: number;
  /** Null before the first application, and where its files are not kept. */
  snapshot: { id: number; version: string; createdAt: Date } | null;
}

export interface BundleFile {
  path: string;
  key: string;
  size: number;
  sha256: string;
}

export interface Publication extends Published {
  seq: number;
  publishedAt: Date;
}
