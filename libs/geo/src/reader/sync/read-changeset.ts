/** What a changeset says about a table before its changes. */
export interface ChangesetTable {
  name: string;
  /** For each column whether it is part of the primary key. */
  keys: boolean[];
  changes: number;
}

const TABLE = 0x54;
const PATCHSET = 0x50;
const [INSERT, UPDATE, DELETE] = [18, 23, 9];
const [ABSENT, INTEGER, FLOAT, TEXT, BLOB, NULL] = [0, 1, 2, 3, 4, 5];
/** SQLite's own limit is 32767; by default it is 2000. */
const MAX_COLUMNS = 32_767;

/**
 * The tables that a changeset changes (SQLite, ext/session/sqlite3session.c, "CHANGESET FORMAT"), each header by itself. SQLite
 * skips tables that are not as the header says and reports success, so that headers must be compared before it applies anything.
 * @throws {MalformedChangeset}
 */
export function readChangeset(bytes: Uint8Array): ChangesetTable[] {
  const tables: ChangesetTable[] = [];
  walk(bytes, { onTable: (table) => void tables.push(table), onChange: ({ table }) => (table.changes += 1) });
  return tables;
}

/**
 * Keys of the rows of a table that a changeset inserts, deletes, or gives another value in a column. `key` and `column` are
 * positions; keys are whole numbers.
 * @throws {MalformedChangeset}
 */
export function readChangedKeys(
  bytes: Uint8Array,
  { name, key, column }: { name: string; key: number; column: number },
): bigint[] {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const keys: bigint[] = [];
  walk(bytes, {
    onTable: () => undefined,
    onChange({ table, kind, values }) {
      if (table.name !== name) return;
      // The new value follows all old ones, and is absent where the column stays as it is.
      const isChanged = kind !== UPDATE || values[table.keys.length + column]?.type !== ABSENT;
      const value = values[key];
      if (isChanged && value?.type === INTEGER) keys.push(view.readBigInt64BE(value.at));
    },
  });
  return keys;
}

interface Value {
  type: number;
  /** Where it begins, behind its type. */
  at: number;
}

interface Change {
  table: ChangesetTable;
  kind: number;
  /** Of an update first the old ones, then the new ones. */
  values: Value[];
}

interface Visitor {
  onTable(table: ChangesetTable): void;
  onChange(change: Change): void;
}

function walk(bytes: Uint8Array, { onTable, onChange }: Visitor): void {
  const cursor = openCursor(bytes);
  let table: ChangesetTable | undefined;
  while (!cursor.isEnd()) {
    const kind = cursor.byte();
    if (kind === TABLE) onTable((table = readHeader(cursor)));
    else if (kind === PATCHSET) throw new MalformedChangeset('it is a patchset, which has no old values');
    else onChange(readChange(cursor, kind, table));
  }
}

/** The message is the end of a sentence. */
export class MalformedChangeset extends Error {}

function readHeader(cursor: Cursor): ChangesetTable {
  const count = cursor.varint();
  if (count === 0 || count > MAX_COLUMNS) throw new MalformedChangeset('it has a table without columns');
  const keys = Array.from({ length: count }, () => cursor.byte() !== 0);
  return { keys, name: cursor.name(), changes: 0 };
}

function readChange(cursor: Cursor, kind: number, table: ChangesetTable | undefined): Change {
  if (!table) throw new MalformedChangeset('it does not begin with a table');
  if (kind !== INSERT && kind !== UPDATE && kind !== DELETE)
    throw new MalformedChangeset('it has a change of an unknown kind');
  // Whether a trigger made the change.
  cursor.byte();
  const count = table.keys.length * (kind === UPDATE ? 2 : 1);
  return { table, kind, values: Array.from({ length: count }, () => readValue(cursor)) };
}

function readValue(cursor: Cursor): Value {
  const type = cursor.byte();
  const at = cursor.position();
  if (type === INTEGER || type === FLOAT) cursor.skip(8);
  else if (type === TEXT || type === BLOB) cursor.skip(cursor.varint());
  else if (type !== ABSENT && type !== NULL)
    throw new MalformedChangeset('it has a value of an unknown type');
  return { type, at };
}

interface Cursor {
  isEnd(): boolean;
  position(): number;
  byte(): number;
  varint(): number;
  skip(bytes: number): void;
  /** Up to a zero byte. */
  name(): string;
}

function openCursor(bytes: Uint8Array): Cursor {
  let at = 0;

  function skip(count: number): void {
    at += count;
    if (at > bytes.length) throw new MalformedChangeset('it ends too early');
  }
  function byte(): number {
    skip(1);
    return bytes[at - 1] as number;
  }
  return {
    isEnd: () => at === bytes.length,
    position: () => at,
    byte,
    skip,
    /** Seven bits a byte, the first ones first; lengths never need the ninth byte, which has eight. */
    varint() {
      let value = 0;
      for (let i = 0; i < 8; i += 1) {
        const next = byte();
        value = value * 128 + (next & 127);
        if (next < 128) return value;
      }
      throw new MalformedChangeset('it has a length that is too large');
    },
    name() {
      const end = bytes.indexOf(0, at);
      if (end < 0) throw new MalformedChangeset('it ends too early');
      const name = Buffer.from(bytes.subarray(at, end)).toString();
      at = end + 1;
      return name;
    },
  };
}
