import { sqlType } from '@cairn/geo';
import type { Encoding } from '@cairn/geo';
import type { ExistingTable } from './server-queries.ts';
import type { ColumnLayout, GeometryLayout, TableLayout } from './types.ts';

const WHOLE = /^(smallint|integer|bigint)$/;
/** Types of columns from which values of an encoding come back as they were written, if not the encoding's own alone. */
const ACCEPTED: Partial<Record<Encoding, RegExp>> = {
  int2: WHOLE,
  int4: WHOLE,
  int8: WHOLE,
  text: /^(text|character varying)$/,
  timestamptz: /^timestamp with time zone$/,
};
const GEOMETRY = /geometry(?:\((\w+)(?:,(\d+))?\))?$/;

/** Why a table that someone else created cannot take the rows of a layer, as parts of a sentence; empty when it can. */
export function listObstacles(layout: TableLayout, table: ExistingTable): string[] {
  if (!table.isTable) return ['it is a view or another object without rows of its own'];
  const key = table.columns.find(({ name }) => name === table.key);
  if (!key || !WHOLE.test(key.type)) return ['its primary key is not one column of whole numbers'];
  const known = new Set([key.name, ...layout.columns.map(({ name }) => name), layout.geometry?.name]);
  const obstacles = table.columns
    .filter(({ name, isRequired }) => isRequired && !known.has(name))
    .map(({ name }) => `it requires a value for "${name}", which the package does not have`);
  for (const column of [...layout.columns, ...(layout.geometry ? [layout.geometry] : [])]) {
    const found = table.columns.find(({ name }) => name === column.name);
    if (!found && !table.isOwned)
      obstacles.push(`it has no column "${column.name}", and only its owner can add one`);
    if (found?.isGenerated) obstacles.push(`its column "${column.name}" is generated`);
    else if (found && !accepts(found.type, column))
      obstacles.push(`its column "${column.name}" is of type ${found.type}`);
  }
  return obstacles;
}

function accepts(type: string, column: ColumnLayout | GeometryLayout): boolean {
  if ('srid' in column) {
    const [, , srid = '0'] = GEOMETRY.exec(type) ?? [];
    return GEOMETRY.test(type) && Number(srid) === column.srid;
  }
  return ACCEPTED[column.encoding]?.test(type) ?? type === sqlType(column.encoding);
}

/** The layout of a layer in such a table, and the columns that it lacks. */
export function adoptTable(
  layout: TableLayout,
  table: ExistingTable,
): { after: TableLayout; missing: (ColumnLayout | GeometryLayout)[] } {
  const types = new Map(table.columns.map(({ name, type }) => [name, type]));
  const geometry = layout.geometry && { ...layout.geometry };
  const type = GEOMETRY.exec(types.get(geometry?.name ?? '') ?? '')?.[1];
  if (geometry && type) geometry.type = type;
  const after = { ...layout, geometry, key: { ...layout.key, name: table.key ?? layout.key.name } };
  const all = [...after.columns, ...(geometry ? [geometry] : [])];
  return { after, missing: all.filter(({ name }) => !types.has(name)) };
}
