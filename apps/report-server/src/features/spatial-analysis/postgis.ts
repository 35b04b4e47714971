import { ident } from '@cairn/db';
import type { Postgis } from './types.ts';

/** Names of PostGIS with the schema that it is installed in. */
export function createPostgis(schema: string): Postgis {
  const quoted = ident(schema);
  return {
    fn: (name) => `${quoted}.${name}`,
    op: (name) => `OPERATOR(${quoted}.${name})`,
    geometry: `${quoted}.geometry`,
    geography: `${quoted}.geography`,
  };
}

/** The geography of a geometry with this SRID. */
export function geographyOf({ fn, geography }: Postgis, geometry: string, srid: number): string {
  return `${inSystem({ fn }, geometry, { from: srid, to: 4326 })}::${geography}`;
}

/** A geometry in another system. By SRID, never by a proj string, which is parsed again for each row. */
export function inSystem(
  { fn }: Pick<Postgis, 'fn'>,
  geometry: string,
  { from, to }: { from: number; to: number },
): string {
  return from === to ? geometry : `${fn('ST_Transform')}(${geometry}, ${to})`;
}

/** A shape in degrees that crosses the antimeridian in two parts, one on each side: its ring would go around the world. */
export function splitAtAntimeridian({ fn }: Pick<Postgis, 'fn'>, degrees: string): string {
  return `CASE WHEN ${fn('ST_XMax')}(${degrees}) - ${fn('ST_XMin')}(${degrees}) > 180
    THEN ${fn('ST_WrapX')}(${fn('ST_ShiftLongitude')}(${degrees}), 180, -360) ELSE ${degrees} END`;
}
