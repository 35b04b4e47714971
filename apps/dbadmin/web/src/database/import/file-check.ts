import { t } from '@cairn/ui';

export const ACCEPTED = ['.gpkg', '.zip', '.geojson', '.json', '.shp'];
const LARGEST = 512 * 1024 ** 2;

/** Why a file would not be taken, before any of it is sent. */
export function refusalOf({ name, size }: { name: string; size: number }): string | null {
  const lower = name.toLowerCase();
  if (!ACCEPTED.some((ending) => lower.endsWith(ending))) return t('import.refused.kind', { name });
  if (size === 0) return t('import.refused.empty', { name });
  return size > LARGEST ? t('import.refused.large', { name }) : null;
}
