import type { DatasetTabProps } from '../types.ts';
import { useChangeRight } from '../versions/use-change-right.ts';

/** Whether the person may give the shown version another coordinate system; the server checks it again. */
export function useMaySetCrs({ metadata, version }: Pick<DatasetTabProps, 'metadata' | 'version'>): boolean {
  const { allowed } = useChangeRight(metadata);
  return allowed && version.latest && version.datasource_type === 'file' && version.format !== 'GeoJSON';
}
