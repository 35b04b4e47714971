import type { DatabaseSync } from 'node:sqlite';
import { findOrAddSrs, setSrs, withSrsId } from '../../geopackage/spatial-reference.ts';
import type { AssignCrsRequest, WrittenGeopackage } from '../../reader-protocol/edit-types.ts';
import { copyGeopackage, featureTables } from '../geopackage/copy-geopackage.ts';
import { ident } from '../geopackage/attach.ts';

export function assignCrs({ file, output, layers, srs }: AssignCrsRequest): WrittenGeopackage {
  const change = (db: DatabaseSync) => {
    const { id, isNew } = findOrAddSrs(db, srs);
    // The file may have had another definition for this code.
    if (!isNew)
      db.prepare('UPDATE main.gpkg_spatial_ref_sys SET definition = ? WHERE srs_id = ?').run(
        srs.definition,
        id,
      );
    db.function('with_srs', { deterministic: true }, (blob) =>
      isGeometry(blob) ? withSrsId(blob, id) : blob,
    );
    const tables = featureTables(db);
    for (const layer of layers) {
      const table = tables.find((candidate) => candidate.table === layer);
      if (!table) throw new Error('no such layer');
      const geometry = ident(table.geometryColumn);
      setSrs(db, layer, id);
      db.exec(
        `UPDATE main.${ident(layer)} SET ${geometry} = with_srs(${geometry}) WHERE typeof(${geometry}) = 'blob'`,
      );
    }
    return layers;
  };
  return copyGeopackage({ file, output }, { change });
}

function isGeometry(blob: unknown): blob is Uint8Array {
  return blob instanceof Uint8Array && blob.length >= 8 && blob[0] === 0x47 && blob[1] === 0x50;
}
