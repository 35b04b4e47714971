import type { Polygon, Position } from 'geojson';
import { t } from '@cairn/ui';
import type { Bbox } from '@cairn/ui/map';
import type { AreaClause } from './filter.ts';

/** About a tenth of a metre. */
const DIGITS = 6;

/** A drawn area with as many digits as an address needs. */
export function roundArea(area: Polygon): Polygon {
  const round = (value: number) => Number(value.toFixed(DIGITS));
  return {
    type: 'Polygon',
    coordinates: area.coordinates.map((ring) => ring.map((position) => position.map(round))),
  };
}

/** The sides of an area that is a box along meridians and parallels; null for any other. */
export function boxOf({ coordinates: [ring = [], ...holes] }: Polygon): Bbox | null {
  const x = axis(ring, 0);
  const y = axis(ring, 1);
  if (ring.length !== 5 || holes.length > 0 || new Set(x).size !== 2 || new Set(y).size !== 2) return null;
  return [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)];
}

export function boxArea([west, south, east, north]: Bbox): Polygon {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}

export function describeArea({ op, value }: AreaClause): string {
  const box = boxOf(value);
  if (!box) {
    const corners = Math.max(0, (value.coordinates[0]?.length ?? 1) - 1);
    return t(`filter.area.${op}`, { count: corners });
  }
  const [west, south, east, north] = box;
  return t(`filter.box.${op}`, {
    longitudes: `${degrees(west, 'E', 'W')} – ${degrees(east, 'E', 'W')}`,
    latitudes: `${degrees(south, 'N', 'S')} – ${degrees(north, 'N', 'S')}`,
  });
}

function degrees(value: number, positive: string, negative: string): string {
  const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 }).format(Math.abs(value));
  return `${number}° ${value < 0 ? negative : positive}`;
}

function axis(ring: Position[], index: 0 | 1): number[] {
  return ring.map((position) => position[index] ?? Number.NaN);
}
