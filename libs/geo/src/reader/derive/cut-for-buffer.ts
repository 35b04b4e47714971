import { assemble, boxOfParts } from '../../geometry/assemble.ts';
import { isWithin, METRES_PER_DEGREE, runsOf, smoothPaths } from '../../geometry/degree-paths.ts';
import { partsOf, pathsOf } from '../../geometry/parts.ts';
import type { Part } from '../../geometry/parts.ts';
import type { BufferCutReply, BufferCutRequest } from '../../reader-protocol/shape-types.ts';
import { byGroup, createMerged } from './merge-pieces.ts';
import { createPieces, openPieces } from '../../geopackage/pieces.ts';
import { UNDEFINED_SRS } from '../../geopackage/spatial-reference.ts';
import { Refusal } from '../../reader-protocol/answer.ts';

/** Larger shapes are buffered in runs, in metres: a projection around the middle of a run is true to 1 part in 5,000. */
const SPAN = 300_000;
/** A buffer that holds a pole has no outline in degrees. */
const MAX_LATITUDE = 89.9;
/** Long edges may be divided into this many in all. */
const MAX_POSITIONS = 20_000_000;

/**
 * Writes shapes in degrees as pieces that are small enough to be buffered each in a plane of its own. A polygon that is
 * too large is kept whole beside them, and its outline is among the pieces in runs: united they are its buffer.
 */
export function cutForBuffer(request: BufferCutRequest): BufferCutReply {
  const { inputs, output, distance } = request;
  const sources = inputs.map(openPieces);
  const [near, whole] = [createPieces(output), createPieces(request.whole)];
  const reply = { near: 0, whole: 0 };
  createMerged(request.merged);
  let positions = 0;

  function addNear(grp: number, parts: Part[]): void {
    const geometry = assemble(parts, { srsId: UNDEFINED_SRS, hasZ: false, bare: true });
    if (!geometry) return;
    refusePole(parts, distance);
    positions += parts.reduce((sum, part) => sum + part.positions, 0);
    if (positions > MAX_POSITIONS) throw tooDetailed();
    near.add({ grp, key: 0, geometry });
    reply.near += 1;
  }

  function addWhole(grp: number, part: Part): void {
    const geometry = assemble([part], { srsId: UNDEFINED_SRS, hasZ: false, bare: true });
    if (!geometry) return;
    whole.add({ grp, key: 0, geometry });
    reply.whole += 1;
  }

  for (const { grp, geometry } of byGroup(sources.map((source) => source.all()))) {
    const parts = geometry ? partsOf(geometry, { hasZ: false }) : [];
    const smooth = parts.map((part) => smoothPaths(part, request));
    if (smooth.length > 0 && isWithin(smooth, SPAN)) addNear(grp, smooth);
    else
      for (const part of smooth) {
        if (isWithin([part], SPAN)) addNear(grp, [part]);
        else {
          const isRing = part.dimension === 2;
          if (isRing) addWhole(grp, part);
          for (const path of pathsOf(part))
            for (const run of runsOf(path, { span: SPAN, isRing })) addNear(grp, [run]);
        }
      }
  }
  near.close();
  whole.close();
  for (const source of sources) source.close();
  return reply;
}

function refusePole(parts: Part[], distance: number): void {
  const [, south, , north] = boxOfParts(parts);
  const reach = distance / METRES_PER_DEGREE;
  if (north + reach <= MAX_LATITUDE && south - reach >= -MAX_LATITUDE) return;
  throw new Refusal(
    'bad_request',
    'vault.buffer_at_pole',
    'A buffer would reach a pole. Choose a smaller distance, or filter out the features near the poles.',
  );
}

function tooDetailed(): Refusal {
  return new Refusal(
    'conflict',
    'vault.too_detailed',
    'The outlines are too long for such a small distance. Choose a larger distance, or clip or filter the layer first.',
  );
}
