import type { PlanItem, PlanOption } from './types.ts';

export const itemIds = {
  tableGone: (table: string) => `table_gone:${table}`,
  tableNotOurs: (table: string) => `table_not_ours:${table}`,
  columnGone: (table: string, column: string) => `column_gone:${table}.${column}`,
  columnType: (table: string, column: string) => `column_type:${table}.${column}`,
  geometryType: (table: string) => `geometry_type:${table}`,
  srid: (table: string) => `srid:${table}`,
  key: (table: string) => `key:${table}`,
  value: (table: string, column: string) => `value_does_not_fit:${table}.${column}`,
  deletions: (table: string) => `deletions:${table}`,
};

/** Beginnings of options, with a name in the package and a type of geometries behind them. */
export const RENAME = 'rename:';
export const CONVERT_TO = 'convert:';

const MAX_RENAMES = 20;
const STOP: PlanOption = { id: 'stop', label: 'Stop synchronising the table; it stays as it is' };
const FREEZE: PlanOption = {
  id: 'freeze',
  label: 'Keep the column with its values; it is not changed any more',
};

function renames(sources: string[]): PlanOption[] {
  return sources
    .slice(0, MAX_RENAMES)
    .map((source) => ({ id: `${RENAME}${source}`, label: `It was renamed to "${source}"` }));
}

export function tableGone(table: string, source: string, added: string[]): PlanItem {
  return {
    ...{ id: itemIds.tableGone(table), kind: 'table_gone', table },
    sentence: `The package no longer has the table "${source}".`,
    options: [
      { id: 'freeze', label: 'Keep the table with its rows; it is not changed any more' },
      ...renames(added),
    ],
  };
}

export function columnGone(
  table: string,
  { name, source }: { name: string; source: string },
  added: string[],
): PlanItem {
  return {
    ...{ id: itemIds.columnGone(table, name), kind: 'column_gone', table, column: name },
    sentence: `The table "${table}" has a column "${name}", but the package no longer has "${source}".`,
    options: [FREEZE, ...renames(added)],
  };
}

export function columnType(table: string, column: string, types: { from: string; to: string }): PlanItem {
  return {
    ...{ id: itemIds.columnType(table, column), kind: 'column_type', table, column },
    sentence: `The type of "${column}" in "${table}" changed from ${types.from} to ${types.to} in the package.`,
    options: [FREEZE, { id: 'convert', label: `Convert the column to ${types.to}` }, STOP],
    details: types,
  };
}

export function geometryTypes(
  table: string,
  column: string,
  { from, kinds, to }: { from: string; kinds: string[]; to: string },
): PlanItem {
  const label =
    to === 'Any' ? 'Let the column take geometries of any type and dimension' : `Convert the column to ${to}`;
  return {
    ...{ id: itemIds.geometryType(table), kind: 'geometry_type', table, column },
    sentence: `The package has geometries of type ${kinds.join(', ')} in "${table}", and the column "${column}" takes ${from}.`,
    options: [FREEZE, { id: `${CONVERT_TO}${to}`, label }, STOP],
    details: { from, kinds },
  };
}

export function sridChanged(
  table: string,
  column: string,
  { from, to, srid }: { from: string | null; to: string | null; srid: number },
): PlanItem {
  return {
    ...{ id: itemIds.srid(table), kind: 'srid', table, column },
    sentence: `The coordinates of "${table}" are now in ${to ?? 'an unknown system'} instead of ${from ?? 'an unknown system'}.`,
    options: [
      FREEZE,
      { id: 'convert', label: `Give the column the SRID ${srid} and the new coordinates` },
      STOP,
    ],
    details: { from, to, srid },
  };
}

export function keyChanged(table: string, { from, to }: { from: string; to: string | null }): PlanItem {
  const sentence =
    to === null
      ? `The table "${table}" no longer has an integer primary key in the package, so its rows cannot be matched.`
      : `The key of "${table}" is now "${to}" instead of "${from}" in the package.`;
  const accept: PlanOption = { id: 'accept', label: `Its values are the same: take "${to}" as the key` };
  return {
    ...{ id: itemIds.key(table), kind: 'key', table, sentence },
    options: to === null ? [STOP] : [STOP, accept],
  };
}

export function tableNotOurs(table: string, obstacles: string[]): PlanItem {
  const why = obstacles.length > 0 ? ` It cannot be adopted: ${obstacles.join('; ')}.` : '';
  const adopt: PlanOption = { id: 'adopt', label: 'Adopt the table and make its rows equal to the package' };
  return {
    ...{ id: itemIds.tableNotOurs(table), kind: 'table_not_ours', table },
    sentence: `There is already a table "${table}" that this project did not create.${why}`,
    options: [
      { id: 'stop', label: 'Leave the layer out' },
      ...(obstacles.length > 0 ? [] : [adopt]),
      { id: 'rename', label: 'Create another table and keep this one' },
    ],
  };
}

/** What columns of a type contain. */
const CONTENTS: Record<string, string> = {
  ...{ smallint: 'small whole numbers', integer: 'whole numbers', bigint: 'whole numbers' },
  ...{ 'double precision': 'numbers', date: 'dates', timestamptz: 'dates and times' },
  boolean: 'true and false',
};

export function valueDoesNotFit(
  table: string,
  column: string,
  misfit: { key: string; value: string; type: string },
): PlanItem {
  return {
    ...{ id: itemIds.value(table, column), kind: 'value_does_not_fit', table, column },
    sentence: `Row ${misfit.key} of "${table}" has "${misfit.value}" in "${column}", a column of ${CONTENTS[misfit.type] ?? misfit.type}. Correct it in the project, or choose.`,
    options: [FREEZE, { id: 'text', label: 'Make it a column of text' }],
    details: misfit,
  };
}

export function deletions(
  table: string,
  counts: { deleted: number; rowsBefore: number; rowsAfter: number },
): PlanItem {
  const { deleted, rowsBefore } = counts;
  return {
    ...{ id: itemIds.deletions(table), kind: 'deletions', table },
    sentence: `${deleted} of ${rowsBefore} rows of "${table}" would be deleted.`,
    options: [
      { id: 'wait', label: 'Do not delete them; wait for another version' },
      { id: 'delete', label: `Delete ${deleted} rows` },
      STOP,
    ],
    details: counts,
  };
}
