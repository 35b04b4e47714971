import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '@cairn/ui';
import type { Bbox } from '@cairn/ui/map';
import type { DatasetMetadata, TechnicalMetadata, Version } from '../client.ts';

/** What every part of a dataset's page knows. */
export interface DatasetTabProps {
  metadata: DatasetMetadata;
  /** The version that the page shows. */
  version: Version;
  /** All versions, newest first. */
  versions: Version[];
  /** What the file of the shown version says of itself. */
  technical: UseQueryResult<TechnicalMetadata, ApiError>;
  /** Makes the page show another version. */
  onShowVersion: (version: number) => void;
  /** Keeps the shown version and the list of versions although a newer one appears, until called with false. */
  onHoldVersion: (hold: boolean) => void;
  /** Moves the map there and brings it into sight. */
  onLookAt: (bounds: Bbox) => void;
}
