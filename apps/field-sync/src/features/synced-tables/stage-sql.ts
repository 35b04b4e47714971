import { ident } from '@cairn/db';
import { columnType } from './layout-steps.ts';
import type { SqlContext } from './layout-steps.ts';
import { syncedColumns, syncedGeometry } from './layout.ts';
import type { ColumnLayout, GeometryLayout, TableLayout } from './types.ts';

/** A column of a table and of its stage, where `n` has the new value and `o` the old one. */
export interface StageColumn {
  /** In the table, quoted. */
  name: string;
  n: string;
  o: string;
  type: string;
  isGeometry: boolean;
  isText: boolean;
}

/** The stage of a table: rows of a difference in a temporary table. `t` is an alias for the table, `s` for the stage. */
export interface Stage {
  layout: TableLayout;
  /** The table, qualified and quoted. */
  table: string;
  key: string;
  stage: string;
  /** Columns in the order of the difference: values, then the geometry. */
  columns: StageColumn[];
  geometry: StageColumn | null;
  postgis: string;
}

/** `number` distinguishes the stages of a session. */
export function stageOf(layout: TableLayout, { number, ...context }: SqlContext & { number: number }): Stage {
  const geometry = syncedGeometry(layout);
  const all: (ColumnLayout | GeometryLayout)[] = [...syncedColumns(layout), ...(geometry ? [geometry] : [])];
  const columns = all.map((column, i) => ({
    ...{ name: ident(column.name), n: `n${i}`, o: `o${i}`, isGeometry: 'srid' in column },
    ...{ type: columnType(column, context), isText: 'encoding' in column && column.encoding === 'text' },
  }));
  return {
    ...{
      layout,
      table: context.table(layout.table),
      key: ident(layout.key.name),
      columns,
      postgis: context.postgis,
    },
    ...{ stage: `pg_temp.stage_${number}`, geometry: columns.find(({ isGeometry }) => isGeometry) ?? null },
  };
}

export function createStage({ stage, columns }: Stage): string {
  const halves = [
    ...columns.map(({ n, type }) => `${n} ${type}`),
    ...columns.map(({ o, type }) => `${o} ${type}`),
  ];
  return `CREATE TEMP TABLE ${stage} (${['op "char"', 'key bigint', ...halves].join(', ')}) ON COMMIT DROP`;
}

/** For a column that takes any geometry, the SRID does not come with its type. */
export function setSrids(
  { geometry, layout, postgis }: Stage,
  table: string,
  halves: ('n' | 'o' | 'name')[],
): string[] {
  const { type, srid = 0 } = layout.geometry ?? {};
  if (!geometry || type !== 'Any' || srid === 0) return [];
  const columns = halves.map((half) => geometry[half]);
  const set = columns.map((column) => `${column} = ${postgis}.ST_SetSRID(${column}, ${srid})`);
  return [`UPDATE ${table} SET ${set.join(', ')}`];
}

/** Whether two values differ, where NULL is a value. Operators of PostGIS are not found without their schema. */
export function distinct(a: string, b: string, column: StageColumn, postgis: string): string {
  // Texts are equal when their bytes are, also in a column whose collation takes "Oak" and "oak" for one.
  if (column.isText) return `${a}::text COLLATE "C" IS DISTINCT FROM ${b} COLLATE "C"`;
  if (!column.isGeometry) return `${a} IS DISTINCT FROM ${b}`;
  return `NOT coalesce(${a} OPERATOR(${postgis}.=) ${b}, ${a} IS NULL AND ${b} IS NULL)`;
}

/** Whether the row of the table is that of one half of the stage. */
function isSame({ columns, postgis }: Stage, half: 'n' | 'o'): string {
  const tests = columns.map((column) => distinct(`t.${column.name}`, `s.${column[half]}`, column, postgis));
  return tests.length === 0 ? 'true' : `NOT (${tests.join(' OR ')})`;
}

/**
 * Locks the rows of the table that the stage names, and notes what is there: `o` the old row of the stage, `n` its new one, `x`
 * another; and whether the geometry changes.
 */
export function lockRows(stage: Stage, found: string): string {
  const { geometry, postgis } = stage;
  const moved = geometry ? distinct(`t.${geometry.name}`, `s.${geometry.n}`, geometry, postgis) : 'false';
  return `CREATE TEMP TABLE ${found} ON COMMIT DROP AS
    SELECT s.key, s.op, ${moved} AS moved,
      CASE WHEN s.op <> 'D' AND ${isSame(stage, 'n')} THEN 'n' WHEN s.op <> 'I' AND ${isSame(stage, 'o')} THEN 'o' ELSE 'x' END::"char" AS state
    FROM ${stage.table} t JOIN ${stage.stage} s ON t.${stage.key} = s.key
    FOR UPDATE OF t`;
}

/** Values of a row as JSON, by the names of the table's columns. */
export function rowJson({ columns }: Pick<Stage, 'columns'>, value: (column: StageColumn) => string): string {
  const plain = columns.filter(({ isGeometry }) => !isGeometry);
  if (plain.length === 0) return "'{}'::jsonb";
  const list = plain.map((column) => `${value(column)} AS ${column.name}`);
  return `(SELECT to_jsonb(r) FROM (SELECT ${list.join(', ')}) r)`;
}

export function ewkb(value: string, postgis: string): string {
  return `${postgis}.ST_AsEWKB(${value})`;
}

/** The statements that change the table. They run with the search path of the database, so all names are qualified. */
export function changeStatements({ table, key, stage, columns, geometry }: Stage, found: string) {
  const is = 'OPERATOR(pg_catalog.=)';
  const isNot = 'OPERATOR(pg_catalog.<>)';
  const char = (value: string) => `'${value}'::pg_catalog."char"`;
  const names = [key, ...columns.map(({ name }) => name)].join(', ');
  const set = columns.map(({ name, n, isGeometry }) =>
    // An unchanged geometry stays where it is stored.
    isGeometry && geometry
      ? `${name} = CASE WHEN f.moved THEN s.${n} ELSE t.${name} END`
      : `${name} = s.${n}`,
  );
  return {
    delete: `DELETE FROM ${table} t USING ${stage} s WHERE t.${key} ${is} s.key AND s.op ${is} ${char('D')}`,
    update:
      set.length === 0
        ? null
        : `UPDATE ${table} t SET ${set.join(', ')} FROM ${stage} s, ${found} f
            WHERE t.${key} ${is} s.key AND f.key ${is} s.key AND f.op ${isNot} ${char('D')} AND f.state ${isNot} ${char('n')}`,
    insert: `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE
      SELECT s.key${columns.map(({ n }) => `, s.${n}`).join('')} FROM ${stage} s LEFT JOIN ${found} f ON f.key ${is} s.key
       WHERE f.key IS NULL AND s.op ${isNot} ${char('D')} ON CONFLICT (${key}) DO NOTHING`,
  };
}
