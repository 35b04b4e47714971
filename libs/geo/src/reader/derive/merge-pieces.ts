import { DatabaseSync } from 'node:sqlite';
import { assemble } from '../../geometry/assemble.ts';
import { partsOf } from '../../geometry/parts.ts';
import { createChunks } from './piece-chunks.ts';
import type {
  MergedRequest,
  MergeReply,
  MergeRequest,
  RegatherRequest,
} from '../../reader-protocol/dissolve-types.ts';
import { createPieces, openPieces } from '../../geopackage/pieces.ts';
import { UNDEFINED_SRS } from '../../geopackage/spatial-reference.ts';
import type { Piece } from '../../geopackage/pieces.ts';
import { Refusal } from '../../reader-protocol/answer.ts';

/** United shapes that are put together in one chunk. */
const FAN = 16;
/** Repaired ones. */
const SOURCES = 50;
const POSITIONS = 4_000;

/** Gathers shapes that GDAL has repaired into chunks. */
export function regatherPieces({ input, output, hasZ }: RegatherRequest): MergeReply {
  const source = openPieces(input);
  const pieces = createPieces(output);
  const chunks = createChunks(pieces, { sources: SOURCES, positions: POSITIONS, hasZ });
  const reply = { chunks: 0, repaired: 0, lost: 0 };
  try {
    for (const { grp, geometry, note } of source.all()) {
      const parts = geometry ? partsOf(geometry, { hasZ }) : [];
      if (parts.length > 0) chunks.add(grp, parts);
      else reply.lost += 1;
      if (note === 1) reply.repaired += 1;
    }
    reply.chunks = chunks.finish();
    return reply;
  } finally {
    pieces.close();
    source.close();
  }
}

/**
 * Gathers what GDAL has united into larger chunks, group by group. A group that came as one shape is done and goes to the
 * table `merged`. Returns how many chunks are left to merge.
 */
export function mergePieces({ work, inputs, output, hasZ }: MergeRequest): MergeReply {
  const db = new DatabaseSync(work);
  const sources = inputs.map(openPieces);
  const pieces = createPieces(output);
  const chunks = createChunks(pieces, { sources: FAN, positions: Infinity, hasZ });
  try {
    db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN');
    const done = db.prepare('INSERT INTO merged VALUES (?, ?)');
    let held: Piece | null = null;
    let isAlone = true;
    const release = () => {
      if (held && isAlone) done.run(held.grp, held.geometry);
      else if (held) chunks.add(held.grp, partsOf(held.geometry as Uint8Array, { hasZ }));
    };
    for (const piece of byGroup(sources.map((source) => source.all()))) {
      if (!piece.geometry) throw cannotBeUnited();
      const goesOn: boolean = held?.grp === piece.grp;
      if (goesOn) isAlone = false;
      release();
      if (!goesOn) isAlone = true;
      held = piece;
    }
    release();
    db.exec('COMMIT');
    return { chunks: chunks.finish(), repaired: 0, lost: 0 };
  } finally {
    pieces.close();
    for (const source of sources) source.close();
    db.close();
  }
}

/** A new file for `mergePieces`. */
export function createMerged(file: string): void {
  const db = new DatabaseSync(file);
  db.exec('CREATE TABLE merged (grp INTEGER PRIMARY KEY, geom BLOB)');
  db.close();
}

/** Writes what was united as pieces. */
export function writeMerged({ work, output }: MergedRequest): { pieces: number } {
  const db = new DatabaseSync(work, { readOnly: true });
  const pieces = createPieces(output);
  let key = 0;
  for (const row of db.prepare('SELECT grp, geom FROM merged ORDER BY grp').iterate()) {
    const { grp, geom } = row as { grp: number; geom: Uint8Array };
    const geometry = assemble(partsOf(geom, { hasZ: false }), {
      srsId: UNDEFINED_SRS,
      hasZ: false,
      plural: true,
    });
    if (geometry) pieces.add({ grp, key: key++, geometry });
  }
  pieces.close();
  db.close();
  return { pieces: key };
}

/** Pieces of several files, each in the order of its groups, in the order of their groups. */
export function* byGroup(sources: Iterable<Piece>[]): Generator<Piece> {
  const readers = sources.map((source) => {
    const iterator = source[Symbol.iterator]();
    return { iterator, head: iterator.next() };
  });
  for (;;) {
    const open = readers.filter(({ head }) => !head.done);
    const [first, ...others] = open;
    if (!first) return;
    const next = others.reduce(
      (least, reader) => (reader.head.value.grp < least.head.value.grp ? reader : least),
      first,
    );
    yield next.head.value as Piece;
    next.head = next.iterator.next();
  }
}

function cannotBeUnited() {
  return new Refusal(
    'conflict',
    'vault.shapes_not_united',
    'Some geometries cannot be merged. Repair the geometries of the layer in a desktop GIS and upload it again.',
  );
}
