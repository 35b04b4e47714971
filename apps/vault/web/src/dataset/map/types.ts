import type { MapFocus } from '@cairn/ui/map';
import type { DatasetTabProps } from '../types.ts';

export interface VectorMapProps extends DatasetTabProps {
  /** A place to show; a new object moves the map. */
  focus: MapFocus | null;
}
