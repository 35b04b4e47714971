import type { DatasetType, Extent, Format } from '@cairn/geo';
import type { VisibleDatasets } from '../access/dataset-guard.ts';
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
  /** Key of its resource at the portal. */
  resourceKey: string;
  /** Names under which the portal may still have it. */
  legacyKeys: string[];
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
  /** Changes with every change of the dataset. */
  state: number;
  /** Key of its resource at the portal. */
  resourceKey: string;
}

export interface OutlineFilter {
  visible: VisibleDatasets;
  type?: string;
  /** Finds nothing in a folder that the viewer may not open. */
  folder?: { id: number; viewer: FolderViewer };
  archived: 'exclude' | 'only' | 'include';
}
