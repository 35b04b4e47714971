export interface ChangedRow {
  table: string;
  type: 'insert' | 'update' | 'delete';
  /** A value for each column; undefined where the changeset has none. */
  old: unknown[];
  new: unknown[];
}

const TYPES = { 0x12: 'insert', 0x17: 'update', 0x09: 'delete' } as const;

/** The rows of a changeset of SQLite's session extension (sqlite.org/session/c_changeset.html, "Changeset Format" in sqlite3session.c). */
export function readChangeset(bytes: Buffer): ChangedRow[] {
  const rows: ChangedRow[] = [];
  let offset = 0;
  let table = '';
  let columns = 0;

  function varint(): number {
    let value = 0;
    for (let i = 0; i < 9; i += 1) {
      const byte = bytes[offset++]!;
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) break;
    }
    return value;
  }

  function value(): unknown {
    const type = bytes[offset++]!;
    if (type === 0) return undefined;
    if (type === 5) return null;
    if (type === 1 || type === 2) {
      offset += 8;
      if (type === 2) return bytes.readDoubleBE(offset - 8);
      const integer = bytes.readBigInt64BE(offset - 8);
      return Number.isSafeInteger(Number(integer)) ? Number(integer) : integer;
    }
    const length = varint();
    offset += length;
    const content = bytes.subarray(offset - length, offset);
    return type === 3 ? content.toString() : content;
  }

  const record = (): unknown[] => Array.from({ length: columns }, value);

  while (offset < bytes.length) {
    const op = bytes[offset++]!;
    if (op === 0x54) {
      columns = varint();
      offset += columns;
      const end = bytes.indexOf(0, offset);
      table = bytes.toString('utf8', offset, end);
      offset = end + 1;
      continue;
    }
    const type = TYPES[op as keyof typeof TYPES];
    if (!type) throw new Error(`unknown operation ${op} in a changeset`);
    offset += 1;
    const none: unknown[] = [];
    rows.push({
      table,
      type,
      old: type === 'insert' ? none : record(),
      new: type === 'delete' ? none : record(),
    });
  }
  return rows;
}

/** As `geodiff.list_changes_summary`. */
export function summarize(
  rows: ChangedRow[],
): { table: string; insert: number; update: number; delete: number }[] {
  const counts = new Map<string, { table: string; insert: number; update: number; delete: number }>();
  for (const { table, type } of rows) {
    const count = counts.get(table) ?? { table, insert: 0, update: 0, delete: 0 };
    count[type] += 1;
    counts.set(table, count);
  }
  return [...counts.values()];
}

/**
 * As `geodiff.list_changes`: by table and row, the columns that changed. Texts and numbers as they are, everything else in base64;
 * geometries stay so here, where the real server writes WKT.
 */
export function listChanges(rows: ChangedRow[], columnNames: (table: string) => string[]): object[] {
  return rows.map((row) => {
    const names = columnNames(row.table);
    const changes = names.flatMap((name, column) => {
      const [before, after] = [row.old[column], row.new[column]];
      if (before === undefined && after === undefined) return [];
      return [{ column, name, ...field('old', before), ...field('new', after) }];
    });
    return { table: row.table, type: row.type, changes };
  });
}

function field(name: string, value: unknown): object {
  if (value === undefined) return {};
  if (Buffer.isBuffer(value)) return { [name]: value.toString('base64') };
  return { [name]: typeof value === 'bigint' ? String(value) : value };
}
