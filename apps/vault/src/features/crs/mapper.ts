import type { VaultSchemas } from '@cairn/contracts';
import type { EpsgEntry } from '@cairn/geo';
import type { CrsPreview, UsedCrs } from './types.ts';

export function toChoiceBody(
  { srid, name, kind, area }: EpsgEntry,
  used: UsedCrs[],
): VaultSchemas['CrsChoice'] {
  const datasets = used.find((each) => each.srid === srid)?.datasets ?? 0;
  return { srid, name, kind, ...(area ? { area } : {}), ...(datasets > 0 ? { datasets } : {}) };
}

export function toPreviewBody({ entry, isInArea, extent, features }: CrsPreview): VaultSchemas['CrsPreview'] {
  const { srid, name, area } = entry;
  return {
    srid,
    name,
    ...(area ? { area } : {}),
    in_area: isInArea,
    ...(extent ? { bbox: extent } : {}),
    features,
  };
}
