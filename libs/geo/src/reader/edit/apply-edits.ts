import type { DatabaseSync } from 'node:sqlite';
import { fromCell } from '../../geopackage/cells.ts';
import { copyGeopackage, featureTables } from '../geopackage/copy-geopackage.ts';
import type { FeatureTable } from '../geopackage/copy-geopackage.ts';
import { geometryBlob } from '../../geopackage/geometry-blob.ts';
import type { LayerEdits, WrittenGeopackage, ApplyEditsRequest } from '../../reader-protocol/edit-types.ts';
import { ident } from '../geopackage/attach.ts';

/** Copies a GeoPackage into a fresh one of plain tables and changes rows. */
export function applyEdits({ file, output, layers }: ApplyEditsRequest): WrittenGeopackage {
  const change = (db: DatabaseSync) => {
    const tables = featureTables(db);
    for (const edits of layers) {
      const table = tables.find((candidate) => candidate.table === edits.layer);
      if (!table?.key) throw new Error('no such layer');
      editTable(db, { ...table, key: table.key }, edits);
    }
    return layers.map(({ layer }) => layer);
  };
  return copyGeopackage({ file, output }, { change });
}

function editTable(
  db: DatabaseSync,
  { table, key, geometryColumn, srsId, hasZ }: FeatureTable & { key: string },
  { types, deleted, updated, inserted }: LayerEdits,
): void {
  const [name, id] = [`main.${ident(table)}`, ident(key)];
  const stored = (values: Record<string, unknown>) =>
    Object.keys(types)
      .filter((column) => Object.hasOwn(values, column))
      .map((column) => ({ column: ident(column), value: fromCell(values[column], types[column] ?? 'text') }));
  const remove = db.prepare(`DELETE FROM ${name} WHERE ${id} = ?`);
  for (const row of deleted) remove.run(BigInt(row));
  for (const { key: row, values } of updated) {
    const cells = stored(values);
    if (cells.length === 0) continue;
    const { changes } = db
      .prepare(`UPDATE ${name} SET ${cells.map(({ column }) => `${column} = ?`).join(', ')} WHERE ${id} = ?`)
      .run(...cells.map(({ value }) => value), BigInt(row));
    if (Number(changes) !== 1) throw new Error('an edited row is gone');
  }
  for (const { key: row, values, geometry } of inserted) {
    const cells = [
      { column: id, value: BigInt(row) },
      ...(geometry
        ? [{ column: ident(geometryColumn), value: geometryBlob(geometry, { srsId, hasZ }) }]
        : []),
      ...stored(values),
    ];
    db.prepare(
      `INSERT INTO ${name} (${cells.map(({ column }) => column).join(', ')}) VALUES (${cells.map(() => '?').join(', ')})`,
    ).run(...cells.map(({ value }) => value));
  }
}
