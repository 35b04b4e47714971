import { crsArgument, findSrid, identifyCrs, readReferenceSystems, readSpatialReferences } from '@cairn/geo';
import type { Crs, Gdal } from '@cairn/geo';
import { unprocessable } from '@cairn/service';
import type pg from 'pg';

/** What happens to the coordinates of a file. */
export type SridPolicy =
  { kind: 'preserve' } | { kind: 'detect' } | { kind: 'transform'; srid: number; text: string };

/** Blank, `preserve`, `detect` or `EPSG:<positive integer>`; anything else means `preserve`. */
export function readSridPolicy(text: string): SridPolicy {
  if (text === 'detect') return { kind: 'detect' };
  const digits = /^EPSG:0*([1-9]\d*)$/.exec(text)?.[1];
  if (digits === undefined) return { kind: 'preserve' };
  return { kind: 'transform', srid: Number(digits), text };
}

export interface Reference {
  srid: number;
  /** How GDAL transforms the coordinates before loading; null when they are loaded unchanged. */
  transformation: { from: string; to: string } | null;
}

interface Around {
  client: pg.ClientBase;
  gdal: Gdal;
  cwd: string;
  signal: AbortSignal;
}

/**
 * Applies a policy to a layer's reference system. A system that the file does not name is never guessed from its coordinates. GDAL
 * transforms coordinates before loading, so that no PostGIS function runs with the administrator's rights.
 * @throws {AppError} unprocessable when the system cannot be detected, or coordinates cannot be transformed.
 */
export async function chooseReference(
  policy: SridPolicy,
  crs: Crs | null,
  around: Around,
): Promise<Reference> {
  const own = findSrid(await readSpatialReferences(around.client), crs);
  if (policy.kind === 'preserve') return asItIs(own);
  if (policy.kind === 'detect') return asItIs(own === 0 ? await detect(crs, around) : own);
  const { srid } = policy;
  // Without a reference system, coordinates are assumed to be in the requested one.
  if (own === srid || (own === 0 && !crs?.wkt)) return asItIs(srid);
  const target = (await readReferenceSystems(around.client, [srid])).get(srid);
  const [from, to] = [crs, target].map((each) => (each ? crsArgument(each) : null));
  if (from && to) return { srid, transformation: { from, to } };
  throw notTransformed(srid);
}

export function notTransformed(srid: number) {
  return unprocessable(
    'dbadmin.not_transformed',
    `The coordinates of the file cannot be transformed to EPSG:${srid}. Nothing was imported.`,
  );
}

function asItIs(srid: number): Reference {
  return { srid, transformation: null };
}

async function detect(crs: Crs | null, { client, gdal, cwd, signal }: Around): Promise<number> {
  const code = crs ? await identifyCrs(gdal, crs, { cwd, signal }) : null;
  const srid =
    code === null
      ? 0
      : findSrid(await readSpatialReferences(client), {
          name: '',
          authority: 'EPSG',
          code: String(code),
        });
  if (srid !== 0) return srid;
  throw unprocessable(
    'dbadmin.srid_not_detected',
    crs
      ? `The coordinate system of the file, "${crs.name.slice(0, 100)}", is not in the database. Enter one as EPSG:<number>.`
      : 'The file has no coordinate system. Enter one as EPSG:<number>.',
  );
}
