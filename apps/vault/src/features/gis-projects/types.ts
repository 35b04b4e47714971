/** A project of the publish service. */
export interface GisProject {
  id: string;
  name: string;
  createdAt?: string;
  updatedAt?: string;
  renderMode?: string;
  viewerUrl?: string;
  runtimeStatus: string;
  /** Of which version it was made, such as `version-12`. */
  source?: string;
  /** Names of its layers in WMS requests. */
  layers: string[];
  /** Only in lists of publish services that count. */
  snapshotCount?: number;
}

export interface GisProjectVersion {
  /** 0 is the runtime. */
  version: number;
  createdAt: string;
  sizeBytes: number;
  isRuntime: boolean;
}

/** A project with what the caller may do with it. */
export interface ListedGisProject extends GisProject {
  canEdit: boolean;
  snapshotCount: number;
  /** The dataset that is published as the project. */
  dataset?: { name: string; publicationId: string };
}

const DATASET_PROJECT = /^dataset-([1-9]\d{0,15})$/;

/** The project to which a dataset is published. */
export function projectOfDataset(datasetId: number): string {
  return `dataset-${datasetId}`;
}

/** The dataset of a project; null for one that was made elsewhere. */
export function datasetOfProject(id: string): number | null {
  const number = DATASET_PROJECT.exec(id)?.[1];
  return number === undefined ? null : Number(number);
}
