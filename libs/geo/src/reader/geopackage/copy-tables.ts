import type { DatabaseSync } from 'node:sqlite';
import type { SqlCondition } from '../../expression/to-sql.ts';
import { ident } from './attach.ts';

type Row = Record<string, string | number | null>;

/**
 * The rows of a table for which a condition holds; columns may get another type, or the value of an SQL expression, and one
 * may be calculated.
 */
export type RowSelection = SqlCondition & {
  types?: Record<string, string>;
  expressions?: Record<string, string>;
  calculated?: CalculatedColumn;
};

export interface CalculatedColumn {
  /** Name of a column as the table spells it, or of a new one, which comes last. */
  name: string;
  type: string;
  value: SqlCondition;
}

/** Which rows of a table are copied: all, some, or not even the table. */
export type RowsOfTable = (table: string) => 'all' | 'none' | RowSelection;

const MAX_TABLES = 2_000;
/** Types that need no quotes: those of the GeoPackage standard and their usual relatives. */
const TYPE =
  /^(BOOLEAN|(TINY|SMALL|MEDIUM|BIG)?INT|INTEGER|FLOAT|DOUBLE|REAL|NUMERIC|DECIMAL|DATE|DATETIME|TIME|TIMESTAMP|TEXT|VARCHAR|BLOB|GEOMETRY|(MULTI)?(POINT|LINESTRING|POLYGON)|GEOMETRYCOLLECTION)(\(\d+(, ?\d+)?\))?$/i;
/** Defaults that run nothing but what the standard itself prescribes. */
const DEFAULT =
  /^(NULL|TRUE|FALSE|[-+]?\d+(\.\d+)?|'([^']|'')*'|CURRENT_(TIMESTAMP|DATE|TIME)|strftime\('%Y-%m-%dT%H:%M:%fZ', ?'now'\))$/i;

/**
 * Copies every plain table of the attached file into the main database: columns, keys, values. Triggers, views, virtual
 * tables, generated columns, checks and expressions are the author's programs and stay behind.
 * Returns a sentence for each kind of thing that was not copied.
 */
export function copyTables(db: DatabaseSync, rows: RowsOfTable = () => 'all'): string[] {
  const all = db.prepare(`SELECT name, type FROM pragma_table_list WHERE schema = 'src'`).all() as Row[];
  const tables = all.filter(({ name, type }) => type === 'table' && !isInternal(String(name)));
  if (tables.length > MAX_TABLES) throw new Error('too many tables');
  const generated = tables.flatMap(({ name }) => {
    const selection = rows(String(name));
    return selection === 'none' ? [] : copyTable(db, String(name), selection);
  });
  const left = (type: string) =>
    all
      .filter((found) => found.type === type && !/^rtree_/i.test(String(found.name)))
      .map(({ name }) => name);
  return [
    ...sentence('Views cannot be kept in a new version and were left out', left('view')),
    ...sentence('Search tables cannot be kept in a new version and were left out', left('virtual')),
    ...sentence('Computed columns cannot be kept in a new version and were left out', generated),
  ];
}

/** Names of the columns that stayed behind. */
function copyTable(db: DatabaseSync, table: string, rows: 'all' | RowSelection): string[] {
  const info = db.prepare(`PRAGMA src.table_xinfo(${ident(table)})`).all() as Row[];
  const {
    text,
    values,
    types = {},
    expressions = {},
    calculated,
  }: RowSelection = rows === 'all' ? { text: '1', values: [] } : rows;
  const stored = info
    .filter(({ hidden }) => hidden === 0)
    .map((column): Row => ({ ...column, type: ownValue(types, String(column.name)) ?? String(column.type) }));
  const columns = calculated ? withCalculated(stored, calculated) : stored;
  const parts = [
    ...columnDefinitions(db, table, columns),
    ...(isStandard(table) ? constraints(db, table) : []),
  ];
  db.exec(`CREATE TABLE main.${ident(table)} (${parts.join(', ')})`);
  const names = columns.map(({ name }) => String(name));
  const sourceOf = (name: string) =>
    name === calculated?.name ? calculated.value.text : (ownValue(expressions, name) ?? ident(name));
  db.prepare(
    `INSERT INTO main.${ident(table)} (${names.map(ident).join(', ')})
     SELECT ${names.map(sourceOf).join(', ')} FROM src.${ident(table)} WHERE ${text}`,
  ).run(...(calculated?.value.values ?? []), ...values);
  return info.filter(({ hidden }) => hidden !== 0).map(({ name }) => `${table}.${String(name)}`);
}

/** A column may be called `constructor`. */
function ownValue(record: Record<string, string>, name: string): string | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** A calculated column takes no value for granted, so it may be empty. */
function withCalculated(stored: Row[], { name, type }: CalculatedColumn): Row[] {
  const column: Row = { name, type, notnull: 0, dflt_value: null, pk: 0 };
  return stored.some((each) => each.name === name)
    ? stored.map((each) => (each.name === name ? column : each))
    : [...stored, column];
}

function columnDefinitions(db: DatabaseSync, table: string, columns: Row[]): string[] {
  const keys = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk));
  const indexes = db.prepare(`PRAGMA src.index_list(${ident(table)})`).all() as Row[];
  const isRowNumber =
    keys.length === 1 &&
    /^INTEGER$/i.test(String(keys[0]?.type)) &&
    !indexes.some(({ origin }) => origin === 'pk');
  const definitions = columns.map((column) => {
    const name = ident(String(column.name));
    // As GDAL writes it: a number is not given twice.
    if (isRowNumber && column === keys[0])
      return `${name} INTEGER PRIMARY KEY${isStandard(table) ? '' : ' AUTOINCREMENT'} NOT NULL`;
    const fallback = column.dflt_value;
    return [
      name,
      typeSql(String(column.type)),
      ...(column.notnull === 1 ? ['NOT NULL'] : []),
      ...(fallback !== null && DEFAULT.test(String(fallback)) ? [`DEFAULT (${String(fallback)})`] : []),
    ].join(' ');
  });
  if (keys.length === 0 || isRowNumber) return definitions;
  return [...definitions, `PRIMARY KEY (${keys.map(({ name }) => ident(String(name))).join(', ')})`];
}

/** Constraints that the standard requires. In tables of users a unique column would make edits fail too late. */
function constraints(db: DatabaseSync, table: string): string[] {
  const found: string[] = [];
  const indexes = db.prepare(`PRAGMA src.index_list(${ident(table)})`).all() as Row[];
  for (const { name } of indexes.filter(({ origin, partial }) => origin === 'u' && partial === 0)) {
    const columns = db.prepare(`PRAGMA src.index_info(${ident(String(name))})`).all() as Row[];
    if (columns.every((column) => column.name !== null))
      found.push(`UNIQUE (${columns.map((column) => ident(String(column.name))).join(', ')})`);
  }
  const references = db.prepare(`PRAGMA src.foreign_key_list(${ident(table)})`).all() as Row[];
  for (const columns of Map.groupBy(references, ({ id }) => id).values()) {
    const target = columns.every(({ to }) => to !== null)
      ? ` (${columns.map(({ to }) => ident(String(to))).join(', ')})`
      : '';
    const own = columns.map(({ from }) => ident(String(from))).join(', ');
    found.push(`FOREIGN KEY (${own}) REFERENCES ${ident(String(columns[0]?.table))}${target}`);
  }
  return found;
}

/** A declared type decides how SQLite converts values, so it is kept to the letter; quoted, whatever it says. */
export function typeSql(type: string): string {
  return type === '' || TYPE.test(type) ? type : ident(type);
}

function isStandard(table: string): boolean {
  return /^gpkg_/i.test(table);
}

/** Tables of SQLite itself, and counts that are computed again. */
function isInternal(table: string): boolean {
  return /^(sqlite_.*|gpkg_ogr_contents)$/i.test(table);
}

function sentence(what: string, names: unknown[]): string[] {
  return names.length === 0 ? [] : [`${what}: ${names.slice(0, 20).join(', ')}.`];
}
