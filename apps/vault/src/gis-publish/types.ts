/** What the runtime and each snapshot are: a folder that never changes once it is referred to. */
export interface Generation {
  /** Name of its folder. */
  folder: string;
  createdAt: string;
  /** Of its files. */
  sizeBytes: number;
  renderMode: 'raster' | 'vector';
  /** What it was made from, such as `version-12`. */
  source?: string;
  layers: ProjectLayer[];
}

export interface ProjectLayer {
  /** Name in WMS requests: letters, digits and underscores. */
  name: string;
  title: string;
}

export interface Snapshot extends Generation {
  version: number;
}

/** The state of a project, stored as one file: a project is what this file says. */
export interface Project {
  id: string;
  name: string;
  createdAt: string;
  updatedAt: string;
  runtime: Generation;
  /** The oldest first. */
  snapshots: Snapshot[];
  /** Number of the last snapshot that was made; numbers are not used again. */
  lastSnapshot: number;
}

export type Format = 'GTiff' | 'GPKG';

export const DATA_FILES: Record<Format, string> = { GTiff: 'data.tif', GPKG: 'data.gpkg' };
export const PROJECT_FILE = 'project.qgs';
