import { AppError, badRequest, conflict } from '@cairn/service';
import type { Cells, EditColumn, LayerSchema } from './types.ts';
import { validateCell } from './cell-values.ts';
import type { CellLimits } from './cell-values.ts';

/** The key of the row that a request means, as text: whole numbers as digits. AppError `bad_request` when it is none. */
export function readKey(schema: LayerSchema, column: string, value: string | number): string {
  if (schema.key === null || column !== schema.key) {
    const known = schema.key === null ? 'it has none' : `it is "${schema.key}"`;
    throw badRequest('vault.not_the_key', `"${column}" is not the key of the layer; ${known}.`);
  }
  const { type } = schema.columns.find(({ name }) => name === column) ?? { type: 'integer' };
  if (type !== 'integer') return String(value);
  const digits = typeof value === 'string' ? value.trim() : Number.isSafeInteger(value) ? String(value) : '';
  if (!/^-?\d{1,19}$/.test(digits))
    throw badRequest('vault.bad_key', `The key "${column}" is a whole number; send that of a row.`);
  return BigInt(digits).toString();
}

/** The values of an update, checked column by column. AppError `bad_request`. */
export function readUpdates(schema: LayerSchema, updates: Cells, limits: CellLimits): Cells {
  const names = Object.keys(updates);
  if (names.length === 0)
    throw badRequest('vault.no_columns', 'The update names no column; send at least one value.');
  return Object.fromEntries(
    names.map((name) => [name, validateCell(editableColumn(schema, name), updates[name], limits)]),
  );
}

/** The values of a new row; a column that is left out gets none. AppError `bad_request`. */
export function readNewRow(schema: LayerSchema, row: Cells, limits: CellLimits): Cells {
  const given = Object.keys(row).map((name) => [
    name,
    validateCell(editableColumn(schema, name), row[name], limits),
  ]);
  const values = Object.fromEntries(given) as Cells;
  for (const { name, nullable, primaryKey } of schema.columns)
    if (!nullable && !primaryKey && !Object.hasOwn(values, name))
      throw badRequest('vault.bad_value', `The column "${name}" must have a value.`);
  return values;
}

export function notEditable(reason: string): AppError {
  return conflict('vault.not_editable', reason);
}

export function noSuchRow(schema: LayerSchema, key: string): AppError {
  return conflict(
    'vault.no_such_row',
    `There is no row with ${schema.key ?? 'the key'} ${key} any more; load the rows again.`,
  );
}

/** Somebody else changed the row since the caller read it: the answer carries the row as it is. */
export function rowChanged(current: { row: Cells; hash: string }): AppError {
  return new AppError({
    kind: 'conflict',
    code: 'vault.row_changed',
    message: 'The row was changed since you read it; look at it as it is now and try again.',
    answer: { current: current.row, current_hash: current.hash },
  });
}

function editableColumn({ columns }: LayerSchema, name: string): EditColumn {
  const column = columns.find((candidate) => candidate.name === name);
  if (!column)
    throw badRequest('vault.no_such_column', `There is no column "${name}"; the schema names them all.`);
  if (!column.editable)
    throw badRequest('vault.column_not_editable', `The column "${name}" cannot be edited.`);
  return column;
}
