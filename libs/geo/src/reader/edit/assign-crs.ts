import type { AssignCrsRequest, WrittenGeopackage } from '../../reader-protocol/edit-types.ts';
import type { DatabaseSync } from 'node:sqlite';
import { copyGeopackage, featureTables } from '../geopackage/copy-geopackage.ts';
import { ident } from '../geopackage/attach.ts';

export function assignCrs({ file, output, layers, srs }: AssignCrsRequest): WrittenGeopackage {
  const change = (db: DatabaseSync) => {
    const srsId = defineSrs(db, srs);
    const tables = featureTables(db);
    for (const layer of layers) {
      const table = tables.find((candidate) => candidate.table === layer);
      if (!table) throw new Error('no such layer');
      const geometry = ident(table.geometryColumn);
      for (const standard of ['gpkg_contents', 'gpkg_geometry_columns'])
        db.prepare(`UPDATE main.${standard} SET srs_id = ? WHERE lower(table_name) = lower(?)`).run(
          srsId,
          layer,
        );
      db.function('with_srs', { deterministic: true }, (blob) => withSrs(blob, srsId) as Uint8Array);
      db.exec(
        `UPDATE main.${ident(layer)} SET ${geometry} = with_srs(${geometry}) WHERE typeof(${geometry}) = 'blob'`,
      );
    }
    return layers;
  };
  return copyGeopackage({ file, output }, { change });
}

/** The srs_id of the system in the file. The file gets PROJ's definition of the EPSG code, whatever it had before. */
function defineSrs(db: DatabaseSync, { srid, name, definition }: AssignCrsRequest['srs']): number {
  const known = db
    .prepare(
      `SELECT srs_id AS id FROM main.gpkg_spatial_ref_sys
        WHERE upper(organization) = 'EPSG' AND organization_coordsys_id = ? AND srs_id > 0`,
    )
    .get(srid) as { id: number } | undefined;
  if (known) {
    db.prepare('UPDATE main.gpkg_spatial_ref_sys SET definition = ? WHERE srs_id = ?').run(
      definition,
      known.id,
    );
    return known.id;
  }
  const { taken, highest } = db
    .prepare('SELECT max(srs_id = ?) AS taken, max(srs_id) AS highest FROM main.gpkg_spatial_ref_sys')
    .get(srid) as { taken: number | null; highest: number | null };
  const id = taken ? Math.max(highest ?? 0, 0) + 1 : srid;
  const columns = db.prepare('PRAGMA main.table_info(gpkg_spatial_ref_sys)').all() as { name: string }[];
  // The extension for WKT 2 (GeoPackage 1.3, annex F.10) adds a column that must be filled.
  const wkt2 = columns.some((column) => column.name.toLowerCase() === 'definition_12_063');
  db.prepare(
    `INSERT INTO main.gpkg_spatial_ref_sys
       (srs_name, srs_id, organization, organization_coordsys_id, definition${wkt2 ? ', definition_12_063' : ''})
     VALUES (?, ?, 'EPSG', ?, ?${wkt2 ? ", 'undefined'" : ''})`,
  ).run(name, id, srid, definition);
  return id;
}

/** Each geometry names its system in its header (GeoPackage 1.3, 2.1.3): four bytes, in the order that the flags say. */
function withSrs(blob: unknown, srsId: number): unknown {
  if (!(blob instanceof Uint8Array) || blob.length < 8 || blob[0] !== 0x47 || blob[1] !== 0x50) return blob;
  const copy = Uint8Array.from(blob);
  new DataView(copy.buffer).setInt32(4, srsId, ((copy[3] as number) & 1) === 1);
  return copy;
}
