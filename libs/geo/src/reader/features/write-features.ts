import { DatabaseSync } from 'node:sqlite';
import { createGeopackage, nameLayer } from '../../geopackage/new-geopackage.ts';
import { ident } from '../../geopackage/sql-names.ts';
import type { WriteFeaturesReply, WriteFeaturesRequest } from '../../reader-protocol/feature-types.ts';
import { indexBoxes } from '../geopackage/spatial-index.ts';
import { createBoxList } from './box-list.ts';
import { readCopyRows } from '../../postgis/copy-rows.ts';
import { readGeometry } from './read-geometry.ts';
import type { FeatureShape } from './read-geometry.ts';
import { readValue } from './read-value.ts';
import type { SqliteValue } from './read-value.ts';

/** What a text of a shapefile has room for. */
const DBF_TEXT = 254;

/** Writes rows of a binary COPY into a new GeoPackage with one layer and its spatial index. Memory grows by the box of each feature. */
export async function writeFeatures(
  request: WriteFeaturesRequest,
  chunks: AsyncIterable<Buffer>,
): Promise<WriteFeaturesReply> {
  const { columns, geometry, reference, limit } = request;
  const layer = nameLayer(request.layer, columns);
  // The nodes of its index are written as they are.
  const db = new DatabaseSync(request.output, { defensive: false });
  try {
    createGeopackage(db, layer, { values: columns, geometry, reference });
    const row = Array.from<SqliteValue>({ length: columns.length + 2 }).fill(null);
    const insert = db.prepare(`INSERT INTO ${ident(layer.table)} VALUES (${row.map(() => '?').join(', ')})`);
    const reply = emptyReply(columns.length);
    const boxes = createBoxList();
    let box: FeatureShape['box'] = null;

    function takeField(field: number, bytes: Buffer, at: number, length: number): void {
      if (field < columns.length) {
        row[field + 2] = length < 0 ? null : readValue(columns[field]!.value, bytes, [at, length]);
        if (columns[field]!.value === 'text' && length > 0) noteText(reply, field, length);
        return;
      }
      const shape = length < 0 ? null : readGeometry(bytes.subarray(at, at + length), reference.srid);
      noteShape(reply, shape, length);
      row[1] = shape?.blob ?? null;
      box = shape?.box ?? null;
    }
    function endRow(): void {
      if (reply.rows === limit) {
        reply.truncated = true;
        return;
      }
      reply.rows += 1;
      row[0] = reply.rows;
      insert.run(...row);
      if (box?.every(Number.isFinite)) boxes.add(reply.rows, box);
    }

    db.exec('BEGIN');
    await readCopyRows(chunks, { takeField, endRow });
    const { batches, extent } = boxes.finish();
    indexBoxes(db, layer, batches);
    db.prepare('UPDATE gpkg_contents SET min_x = ?, min_y = ?, max_x = ?, max_y = ?').run(
      ...(extent ?? [null, null, null, null]),
    );
    db.exec('COMMIT');
    return reply;
  } finally {
    db.close();
  }
}

function emptyReply(columns: number): WriteFeaturesReply {
  const none = () => ({ features: 0, multiple: 0, bytes: 0 });
  return {
    rows: 0,
    truncated: false,
    kinds: { point: none(), line: none(), polygon: none() },
    others: { none: 0, mixed: 0 },
    texts: Array.from({ length: columns }, () => ({ longest: 0, long: 0 })),
  };
}

function noteText({ texts }: WriteFeaturesReply, field: number, length: number): void {
  const text = texts[field]!;
  if (length > text.longest) text.longest = length;
  if (length > DBF_TEXT) text.long += 1;
}

function noteShape({ kinds, others }: WriteFeaturesReply, shape: FeatureShape | null, bytes: number): void {
  if (shape === null || shape.kind === 'empty') others.none += 1;
  else if (shape.kind === null) others.mixed += 1;
  else {
    const facts = kinds[shape.kind];
    facts.features += 1;
    facts.bytes += bytes;
    if (shape.isMultiple) facts.multiple += 1;
  }
}
