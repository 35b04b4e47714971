import { openRowTable } from '../rows/row-table.ts';
import { ident } from '../geopackage/attach.ts';
import type { Value } from './mvt-writer.ts';
import { shapesIn } from './space-filling-order.ts';
import { drawTile } from './draw-tile.ts';
import type { RowLookup } from './draw-tile.ts';
import { openTileFile } from './tile-file.ts';
import type { TileReply, TileRequest, TilesSummary } from '../../reader-protocol/tile-types.ts';

/** Tile files and layers that stay open in a process that lives on. */
const OPEN = 16;
/** Longer texts are cut: they label a map. */
const MAX_TEXT = 200;

const files = keepOpen(OPEN, openTileFile);
const layers = keepOpen(OPEN, openLayer);

export function readTile({ tiles, rows, ...address }: TileRequest): TileReply {
  const fields = rows?.fields ?? [];
  const rowsOf = rows === null ? null : layers(JSON.stringify([rows.file, rows.layer]))(fields);
  return {
    tile: drawTile(files(tiles), address, { fields: fields.map(({ name }) => name), rowsOf }),
  };
}

export function summarizeTiles({ tiles }: { tiles: string }): TilesSummary {
  const { shapes, skipped, density } = files(tiles).info;
  const sampled = density.classes.map((classes, zoom) => ({
    oneIn: shapes / shapesIn(classes, shapes),
    crowded: density.crowded[zoom]!,
  }));
  return { shapes, skipped, sampled };
}

type Fields = NonNullable<TileRequest['rows']>['fields'];

function openLayer(of: string): ((fields: Fields) => RowLookup) & { close(): void } {
  const [file, layer] = JSON.parse(of) as [string, string];
  const table = openRowTable({ file, layer });
  table.db.exec('PRAGMA src.cache_size = -16384');
  const lookUp = (fields: Fields): RowLookup => {
    const columns = fields.map(({ name }) => (table.columns.has(name) ? `, ${valueOf(name)}` : ', NULL'));
    const statement = table.db.prepare(
      `SELECT asked.key ${columns.join('')} FROM json_each(?) AS asked
         CROSS JOIN ${table.name} AS s ON s.${table.rowNumber} = asked.value`,
    );
    statement.setReturnArrays(true);
    return (keys) => {
      const rows: Value[][] = keys.map(() => []);
      for (const found of statement.iterate(`[${keys.join(',')}]`) as Iterable<unknown>) {
        const [at, ...values] = found as [number, ...Value[]];
        rows[at] = values.map((value, i) => toValue(value, fields[i]?.isBoolean ?? false));
      }
      return rows;
    };
  };
  return Object.assign(lookUp, { close: () => table.db.close() });
}

/** Any column of SQLite may hold anything: bytes are left out, whole numbers that JavaScript does not hold become text. */
function valueOf(field: string): string {
  const column = `s.${ident(field)}`;
  return `CASE typeof(${column}) WHEN 'text' THEN substr(${column}, 1, ${MAX_TEXT}) WHEN 'blob' THEN NULL
    WHEN 'integer' THEN iif(${column} BETWEEN ${Number.MIN_SAFE_INTEGER} AND ${Number.MAX_SAFE_INTEGER},
      ${column}, CAST(${column} AS TEXT)) ELSE ${column} END`;
}

function toValue(value: Value, isBoolean: boolean): Value {
  return isBoolean && typeof value === 'number' ? value !== 0 : value;
}

/** Opens files on request and keeps the last few of them open. */
function keepOpen<T extends { close(): void }>(most: number, open: (key: string) => T): (key: string) => T {
  const kept = new Map<string, T>();
  return (key) => {
    const found = kept.get(key) ?? open(key);
    kept.delete(key);
    kept.set(key, found);
    if (kept.size > most) {
      const [oldest, last] = kept.entries().next().value as [string, T];
      kept.delete(oldest);
      last.close();
    }
    return found;
  };
}
