import type { Writable } from 'node:stream';
import { copyPackageTable, openGdal } from '@cairn/geo';
import type { CopyTableReply } from '@cairn/geo';
import type pg from 'pg';
import { copyStreamIn } from './copy-in.ts';
import { isPromoted, syncedColumns, syncedGeometry } from './layout.ts';
import type { TableLayout } from './types.ts';

/** PostGIS refuses a geometry of another kind or dimension than the column's with this code. */
export const OTHER_GEOMETRY = '22023';

export interface RowSource {
  /** Absolute path of the package. */
  file: string;
  layout: TableLayout;
  /** Absolute path of a new file for geometries that PostGIS does not take. */
  held: string;
  cwd: string;
  signal: AbortSignal;
  /** Bytes so far. */
  onSent?: ((bytes: number) => void) | undefined;
}

/** Sends all rows of a table of the package to a COPY statement: key, columns, geometry. */
export async function loadRows(
  client: pg.ClientBase,
  statement: string,
  { file, layout, held, cwd, signal, onSent }: RowSource,
): Promise<CopyTableReply> {
  const gdal = await openGdal();
  const geometry = syncedGeometry(layout);
  const write = (stdout: Writable) =>
    copyPackageTable(
      gdal,
      {
        ...{ file, table: layout.source, key: layout.key.source, held },
        columns: syncedColumns(layout).map(({ source, encoding }) => ({ source, encoding })),
        geometry: geometry && {
          ...{ column: geometry.source, promote: isPromoted(geometry) },
          srid: geometry.type === 'Any' ? 0 : geometry.srid,
        },
      },
      { cwd, signal, stdout },
    );
  return copyStreamIn(client, statement, write, onSent);
}
