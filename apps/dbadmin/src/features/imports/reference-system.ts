import { crsArgument, findSrid, identifyCrs, readReferenceSystems, readSpatialReferences } from '@cairn/geo';
import type { Crs, Gdal } from '@cairn/geo';
import type pg from 'pg';
import { notTransformed, sridNotDetected } from './errors.ts';

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

interface ReferenceTools {
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
  tools: ReferenceTools,
): Promise<Reference> {
  const own = findSrid(await readSpatialReferences(tools.client), crs);
  if (policy.kind === 'preserve') return unchanged(own);
  if (policy.kind === 'detect') return unchanged(own === 0 ? await detect(crs, tools) : own);
  const { srid } = policy;
  // Without a reference system, coordinates are assumed to be in the requested one.
  if (own === srid || (own === 0 && !crs?.wkt)) return unchanged(srid);
  const target = (await readReferenceSystems(tools.client, [srid])).get(srid);
  const [from, to] = [crs, target].map((each) => (each ? crsArgument(each) : null));
  if (from && to) return { srid, transformation: { from, to } };
  throw notTransformed(srid);
}

function unchanged(srid: number): Reference {
  return { srid, transformation: null };
}

async function detect(crs: Crs | null, { client, gdal, cwd, signal }: ReferenceTools): Promise<number> {
  const code = crs ? await identifyCrs(gdal, crs, { cwd, signal }) : null;
  const srid =
    code === null
      ? 0
      : findSrid(await readSpatialReferences(client), {
          name: '',
          authority: 'EPSG',
          code: String(code),
        });
  if (srid === 0) throw sridNotDetected(crs && crs.name);
  return srid;
}
