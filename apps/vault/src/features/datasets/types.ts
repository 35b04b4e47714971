import type { ResourceAccess } from '@cairn/auth';
import type { DatasetType, Extent, Format } from '@cairn/geo';
import type { Jobs } from '@cairn/jobs';
import type { Logger } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { DatasetGuard } from '../access/dataset-guard.ts';
import type { VisibleDatasets } from '../access/repo.ts';
import type { PortalSync } from '../portal-sync/portal-sync.ts';
import type { ObjectGc } from '../versions/object-gc.ts';
import type { Dataset } from '../versions/types.ts';

export interface DatasetDeps {
  db: Db;
  databaseConfigured: boolean;
  guard: DatasetGuard;
  jobs: Jobs;
  portalSync: PortalSync;
  objectGc: ObjectGc;
  logger: Logger;
}

/** A dataset with its sharing and its folder, as far as the reader may see them. */
export interface DescribedDataset {
  dataset: Dataset;
  access: ResourceAccess | null;
  folder: { id: number; name: string } | null;
}

/** A dataset in a list. */
export interface DatasetSummary {
  id: number;
  name: string;
  type: DatasetType;
  title: string;
  description: string;
  tags: string[];
  ownerId: number | null;
  owner: string | null;
  createdAt: Date;
  updatedAt: Date;
  archivedAt: Date | null;
  /** Id and number of the latest version; its file follows. */
  versionId: number;
  version: number;
  fileName: string;
  size: number;
  sha256: string;
  format: Format;
  datasourceType: 'file' | 'remote' | 'spatialdb';
  versionCount: number;
  extentWgs84: Extent | null;
  geometryType: string | null;
  layerCount: number | null;
  featureCount: number | null;
  /** Whether the file of the latest version has been inspected; until then the four above are unknown. */
  isInspected: boolean;
  /** Changes with every change of the dataset. */
  state: string;
  /** Key of its resource at the portal. */
  resourceKey: string;
}

export interface SummaryFilter {
  visible: VisibleDatasets;
  type?: string;
  /** Nothing is found in a folder that the viewer may not open. */
  folderId?: number;
  archived: 'exclude' | 'only' | 'include';
}
