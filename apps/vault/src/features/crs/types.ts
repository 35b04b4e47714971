import type { EpsgEntry, Extent } from '@cairn/geo';
import type { Author } from '../versions/types.ts';

export interface UsedCrs {
  srid: number;
  /** Number of visible datasets whose latest version is in this system. */
  datasets: number;
}

export interface CrsPreview {
  entry: EpsgEntry;
  isInArea: boolean;
  extent: Extent | null;
  features: Record<string, unknown>;
}

/** Payload of the job. Jobs of an earlier release may be queued, so its fields keep their names. */
export interface SetCrsPayload {
  version_id: number;
  /** Name of the dataset. */
  title: string;
  srid: number;
  /** Names of the layers that get the coordinate system. */
  layers: string[];
  label: string | null;
  maker: Author;
}
