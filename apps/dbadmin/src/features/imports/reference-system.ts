import { crsArgument, findSrid, identifyCrs, readReferenceSystems, readSpatialReferences } from '@cairn/geo';
import type { Crs, Gdal } from '@cairn/geo';
import { unprocessable } from '@cairn/service';
import type pg from 'pg';
import type { SridPolicy } from './srid-policy.ts';

export interface Reference {
  srid: number;
  /** How GDAL transforms the coordinates before they are loaded; null when they are loaded unchanged. */
  transformation: { from: string; to: string } | null;
}

interface Around {
  client: pg.ClientBase;
  gdal: Gdal;
  cwd: string;
  signal: AbortSignal;
}

/**
 * What a policy makes of a layer's reference system. What the file does not name is not guessed from its coordinates. GDAL transforms
 * coordinates before they are loaded, so that no function of PostGIS runs with our rights.
 * @throws {AppError} unprocessable when the system was to be detected and cannot be, or when coordinates cannot be transformed.
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
  // Without any reference system the coordinates are taken to be in the one that was asked for.
  if (own === srid || (own === 0 && !crs?.wkt)) return asItIs(srid);
  const target = (await readReferenceSystems(around.client, [srid])).get(srid);
  const [from, to] = [crs, target].map((each) => (each ? crsArgument(each) : null));
  if (from && to) return { srid, transformation: { from, to } };
  throw notTransformed(srid);
}

export function notTransformed(srid: number) {
  return unprocessable(
    'dbadmin.not_transformed',
    `The coordinates of the file cannot be transformed to EPSG:${srid}; nothing was imported.`,
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
      ? `The coordinate system of the file, "${crs.name.slice(0, 100)}", is none that the database knows; name one as EPSG:<number>.`
      : 'The file does not say which coordinate system it is in; name one as EPSG:<number>.',
  );
}
