import { badRequest } from '@cairn/service/errors';
import { ROW_NUMBER_NAMES } from '../geopackage/sql-names.ts';
import { findField } from './check.ts';
import type { Field } from './check.ts';
import { checkValue } from './value-check.ts';
import type { CheckedValue } from './value-check.ts';
import type { ValueType } from './value-functions.ts';
import { parseValue } from './value-parse.ts';

/** A field whose values are calculated from the other fields of the same row. */
export interface Calculation {
  /** Name of the field. */
  field: string;
  /** The field exists and gets other values; else it is new. */
  replace: boolean;
  /** What the field holds; null for what the expression gives. */
  type: ValueType | null;
  expression: string;
}

export interface CalculatedField {
  /** As the layer spells it. */
  name: string;
  type: ValueType;
  value: CheckedValue;
}

const MAX_NAME = 63;

/**
 * Checks a calculation against the fields of a layer; `taken` are the names of its key and its geometry.
 * @throws {AppError} bad_request with a sentence for users.
 */
export function checkCalculation(
  { field, replace, type, expression }: Calculation,
  { fields, taken, readable }: { fields: Field[]; taken: string[]; readable: Field[] },
): CalculatedField {
  if (has(taken, field.trim()))
    throw badField(
      `The field "${field.trim()}" identifies the features or contains their geometries. Choose another field.`,
    );
  const name = replace ? findField(field, fields).name : newName(field, fields);
  const value = checkValue(parseValue(expression), readable);
  if (value.type === 'text' && (type === 'integer' || type === 'real')) {
    throw badRequest(
      'vault.bad_expression',
      'The expression returns text but the field is numeric. Choose the type text, or turn the text into a number with number(…).',
    );
  }
  return { name, type: type ?? value.type, value };
}

function newName(field: string, fields: Field[]): string {
  const name = field.trim();
  if (name === '' || name.length > MAX_NAME || /[\p{Cc}\p{Cs}]/u.test(name))
    throw badField(
      `A field name must have 1 to ${MAX_NAME} characters and no line breaks. Choose another name.`,
    );
  // A layer with fields of all these names cannot be read.
  if (has(ROW_NUMBER_NAMES, name))
    throw badField(`The name "${name}" is reserved for the numbers of rows. Choose another name.`);
  const names = fields.map((each) => each.name);
  if (has(names, name))
    throw badField(
      `The layer already has a field "${name}". Choose another name, or replace the values of that field.`,
    );
  return name;
}

/** SQLite ignores the case of names. */
function has(names: string[], name: string): boolean {
  return names.some((each) => each.toLowerCase() === name.toLowerCase());
}

function badField(message: string) {
  return badRequest('vault.bad_field', message);
}
