import { assumeCrs, findEpsg, fromWgs84, isInArea, openGdal } from '@cairn/geo';
import type { EpsgEntry, Extent, Gdal } from '@cairn/geo';

/** WGS 84, ETRS89, NAD83, GDA2020. */
const GEOGRAPHIC = [4326, 4258, 4269, 7844];
/**
 * The grids that public data most often comes in: UTM of central Europe, Britain, France, the Netherlands, Belgium,
 * Switzerland, Austria, Poland, Sweden, Europe, the United States, Canada, Australia, New Zealand, Web Mercator.
 */
const PROJECTED = [
  25832, 25833, 27700, 2154, 28992, 31370, 2056, 31287, 2180, 3006, 3035, 5070, 3347, 3577, 2193, 3857,
];
/** WGS 84 and Web Mercator. */
const WORLDWIDE = [4326, 3857];
const MAX_SUGGESTIONS = 8;

/** The areas of systems in their own coordinates, by EPSG code; null where the area cannot be expressed in the system. */
const areas = new Map<number, Extent | null>();

/** Systems whose area contains the middle of the extent: those in use first, then common ones. */
export async function suggestCrs(
  used: number[],
  { extent, cwd }: { extent: Extent | null; cwd: string },
): Promise<EpsgEntry[]> {
  if (extent === null) return findEpsg([...used, ...GEOGRAPHIC]).slice(0, MAX_SUGGESTIONS);
  const middle: [number, number] = [(extent[0] + extent[2]) / 2, (extent[1] + extent[3]) / 2];
  const isDegrees = assumeCrs(extent) !== null;
  const [first] = GEOGRAPHIC as [number];
  const candidates = findEpsg(isDegrees ? [first, ...used, ...GEOGRAPHIC] : [...used, ...PROJECTED]).filter(
    ({ kind }) => (kind === 'geographic') === isDegrees,
  );
  if (isDegrees) return candidates.filter((entry) => isInArea(entry, middle)).slice(0, MAX_SUGGESTIONS);
  const gdal = await openGdal('page');
  const candidateAreas = await Promise.all(candidates.map((entry) => areaOf(gdal, entry, cwd)));
  return candidates.filter((_, i) => isInside(middle, candidateAreas[i] ?? null)).slice(0, MAX_SUGGESTIONS);
}

/** Whether coordinates can be moved into a system: their heights stay as they are. */
export function isTarget({ kind }: EpsgEntry): boolean {
  return kind !== 'compound';
}

/** Systems for the middle of an extent in degrees: those in use first, then common ones. */
export function suggestTargetCrs(
  used: number[],
  { extent, current }: { extent: Extent | null; current: number | undefined },
): EpsgEntry[] {
  const middle: [number, number] | null = extent && [
    (extent[0] + extent[2]) / 2,
    (extent[1] + extent[3]) / 2,
  ];
  return findEpsg([...used, ...WORLDWIDE, ...PROJECTED, ...GEOGRAPHIC])
    .filter((entry) => isTarget(entry) && entry.srid !== current && (!middle || isInArea(entry, middle)))
    .slice(0, MAX_SUGGESTIONS);
}

async function areaOf(
  gdal: Gdal,
  { srid, name, areaBounds }: EpsgEntry,
  cwd: string,
): Promise<Extent | null> {
  const cached = areas.get(srid);
  if (cached !== undefined) return cached;
  const crs = { name, authority: 'EPSG', code: String(srid), srid };
  const area = areaBounds && (await fromWgs84(gdal, areaBounds, { crs, cwd }));
  areas.set(srid, area);
  return area;
}

function isInside([x, y]: [number, number], area: Extent | null): boolean {
  return area !== null && x >= area[0] && y >= area[1] && x <= area[2] && y <= area[3];
}
