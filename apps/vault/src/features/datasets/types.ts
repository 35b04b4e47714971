import type { DatasetType, Extent, Format } from '@cairn/geo';

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
  folder: string | null;
  ownerId: number | null;
  owner: string | null;
  createdAt: Date;
  updatedAt: Date;
  describedAt: Date | null;
  describedBy: string | null;
  archivedAt: Date | null;
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
export interface DatasetOutline extends Dataset {
  latest: { id: number; version: number; fileName: string; size: number; sha256: string; format: Format };
  versionCount: number;
  extentWgs84: Extent | null;
  geometryType: string | null;
  layerCount: number | null;
  featureCount: number | null;
}

/** Keys that an actor may see; `all` for administrators. */
export type VisibleKeys = 'all' | string[];

export interface OutlineFilter {
  visible: VisibleKeys;
  type?: string;
  folderId?: number;
  archived: 'exclude' | 'only' | 'include';
}
