import type { DatasetType, Extent, Format } from '@cairn/geo';
import type { FolderViewer } from '../folders/types.ts';

export interface Dataset {
  id: number;
  name: string;
  type: DatasetType;
  title: string;
  description: string;
  tags: string[];
  citation: string;
  attribution: string;
  keywords: string[];
  notes: string;
  folderId: number | null;
  ownerId: number | null;
  owner: string | null;
  createdAt: Date;
  updatedAt: Date;
  describedAt: Date | null;
  describedBy: string | null;
  archivedAt: Date | null;
  /** When the portal was told of it; null until then. */
  registeredAt: Date | null;
}

/** What people write about a dataset. */
export interface Description {
  title: string;
  description: string;
  tags: string[];
  citation: string;
  attribution: string;
  keywords: string[];
  notes: string;
}

/** A line in a list of datasets. */
export interface DatasetOutline {
  id: number;
  name: string;
  type: DatasetType;
  title: string;
  description: string;
  tags: string[];
  folderId: number | null;
  ownerId: number | null;
  owner: string | null;
  createdAt: Date;
  updatedAt: Date;
  archivedAt: Date | null;
  latest: {
    id: number;
    version: number;
    fileName: string;
    size: number;
    sha256: string;
    format: Format;
    datasourceType: 'file' | 'remote' | 'spatialdb';
  };
  versionCount: number;
  extentWgs84: Extent | null;
  geometryType: string | null;
  layerCount: number | null;
  featureCount: number | null;
  /** Whether the file of the latest version has been read; until then the four above are not known. */
  inspected: boolean;
  /** Another whenever something else of the dataset has changed. */
  state: number;
}

/** Keys that an actor may see; `all` for administrators. */
export type VisibleKeys = 'all' | string[];

export interface OutlineFilter {
  visible: VisibleKeys;
  type?: string;
  /** Finds nothing in a folder that the viewer may not open. */
  folder?: { id: number; viewer: FolderViewer };
  archived: 'exclude' | 'only' | 'include';
}
