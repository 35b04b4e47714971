import { badRequest } from '@cairn/service';
import { validateCell } from './cell-values.ts';
import type { CellLimits } from './cell-values.ts';
import type { Cells, EditColumn, LayerSchema } from './types.ts';

/** The key of the requested row as text, whole numbers as digits. @throws {AppError} bad_request for an invalid key. */
export function readKey(schema: LayerSchema, column: string, value: string | number): string {
  if (schema.key === null || column !== schema.key) {
    const hint = schema.key === null ? 'The layer has none' : `The key is "${schema.key}"`;
    throw badRequest('vault.not_the_key', `"${column}" is not the key of the layer. ${hint}.`);
  }
  const { type } = schema.columns.find(({ name }) => name === column) ?? { type: 'integer' };
  if (type !== 'integer') return String(value);
  const digits = typeof value === 'string' ? value.trim() : Number.isSafeInteger(value) ? String(value) : '';
  if (!/^-?\d{1,19}$/.test(digits))
    throw badRequest('vault.bad_key', `The key "${column}" must be a whole number.`);
  return BigInt(digits).toString();
}

/** The values of an update, validated by column. @throws {AppError} bad_request */
export function readUpdates(schema: LayerSchema, updates: Cells, limits: CellLimits): Cells {
  const names = Object.keys(updates);
  if (names.length === 0)
    throw badRequest('vault.no_columns', 'The update contains no values. Send at least one.');
  return Object.fromEntries(
    names.map((name) => [name, validateCell(editableColumn(schema, name), updates[name], limits)]),
  );
}

/** The values of a new row, validated by column. @throws {AppError} bad_request */
export function readNewRow(schema: LayerSchema, row: Cells, limits: CellLimits): Cells {
  const cells = Object.keys(row).map((name) => [
    name,
    validateCell(insertableColumn(schema, name), row[name], limits),
  ]);
  const values = Object.fromEntries(cells) as Cells;
  for (const { name, nullable, primaryKey, hasDefault, insertable } of schema.columns) {
    const isOptional = nullable || hasDefault || (primaryKey && !insertable);
    if (!isOptional && !Object.hasOwn(values, name))
      throw badRequest('vault.bad_value', `The column "${name}" must have a value.`);
  }
  return values;
}

function insertableColumn(schema: LayerSchema, name: string): EditColumn {
  const column = schema.columns.find((candidate) => candidate.name === name);
  return column?.insertable ? column : editableColumn(schema, name);
}

function editableColumn({ columns }: LayerSchema, name: string): EditColumn {
  const column = columns.find((candidate) => candidate.name === name);
  if (!column)
    throw badRequest('vault.no_such_column', `There is no column "${name}". See the schema for all columns.`);
  if (!column.editable)
    throw badRequest('vault.column_not_editable', `The column "${name}" cannot be edited.`);
  return column;
}
