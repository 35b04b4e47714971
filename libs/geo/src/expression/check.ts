import { badRequest } from '@cairn/service/errors';
import type { FieldType } from '../inspect/types.ts';
import { closestNames } from './closest-names.ts';
import { readDate, readMoment } from './moments.ts';
import type { Expression, Value } from './tree.ts';

export interface Field {
  name: string;
  type: FieldType;
}

/** The values of a field, as the end of a sentence. */
const HOLDS: Record<FieldType, string> = {
  boolean: 'TRUE or FALSE',
  integer: 'whole numbers',
  real: 'numbers',
  text: 'text',
  date: 'dates',
  datetime: 'points in time',
  time: 'times of day',
  binary: 'bytes',
};
const EXAMPLES: Record<FieldType, string> = {
  boolean: 'TRUE',
  integer: '10',
  real: '10.5',
  text: "'some text'",
  date: "DATE '2026-01-31'",
  datetime: "TIMESTAMP '2026-01-31 12:00:00'",
  time: "'12:00:00'",
  binary: 'NULL',
};

/**
 * The same condition with the exact names of the fields, and with values as the fields store them. Throws AppError `bad_request` for
 * a field that is not there, which names similar ones, and for a value of another kind.
 */
export function checkCondition(expression: Expression, fields: Field[]): Expression {
  const check = (node: Expression): Expression => {
    switch (node.kind) {
      case 'and':
      case 'or':
        return { ...node, parts: node.parts.map(check) };
      case 'not':
        return { ...node, part: check(node.part) };
      default:
        return checkTest(node, findField(node.column, fields));
    }
  };
  return check(expression);
}

function checkTest(node: Extract<Expression, { column: string }>, field: Field): Expression {
  const column = field.name;
  switch (node.kind) {
    case 'comparison':
      return { ...node, column, value: fitValue(node.value, field) };
    case 'in':
      return { ...node, column, values: node.values.map((value) => fitValue(value, field)) };
    case 'between':
      return { ...node, column, low: fitValue(node.low, field), high: fitValue(node.high, field) };
    case 'like':
      if (['text', 'date', 'datetime', 'time'].includes(field.type)) return { ...node, column };
      throw bad(`LIKE compares text, and the field "${column}" holds ${HOLDS[field.type]}.`);
    case 'isNull':
      return { ...node, column };
  }
}

/** The field of this name; its case matters only when two fields differ in case. */
export function findField<F extends { name: string }>(name: string, fields: F[]): F {
  const exact = fields.find((field) => field.name === name);
  if (exact) return exact;
  const similar = fields.filter((field) => field.name.toLowerCase() === name.toLowerCase());
  if (similar.length === 1) return similar[0] as F;
  const names = fields.map((field) => field.name);
  if (similar.length > 1) {
    throw bad(
      `The field "${name}" is spelled in several ways: ${quoted(similar.map((field) => field.name))}; write one of them in double quotes.`,
    );
  }
  const close = closestNames(name, names);
  const hint =
    close.length > 0
      ? `did you mean ${quoted(close)}?`
      : names.length > 0
        ? `there are ${quoted(names.slice(0, 10))}.`
        : 'the layer has none.';
  throw badRequest('vault.no_such_field', `There is no field "${name.slice(0, 100)}"; ${hint}`);
}

function fitValue(value: Value, field: Field): Value {
  const fitted = fit(value, field.type);
  if (fitted === null) {
    const instead =
      field.type === 'binary'
        ? 'ask whether it IS NULL'
        : `compare it with a value like ${EXAMPLES[field.type]}`;
    throw bad(
      `The field "${field.name}" holds ${HOLDS[field.type]} and ${inWords(value)} is not one of them; ${instead}.`,
    );
  }
  return fitted;
}

function fit(value: Value, type: FieldType): Value | null {
  switch (type) {
    case 'integer':
    case 'real':
      return typeof value === 'number' || typeof value === 'bigint' ? value : null;
    case 'boolean':
      if (typeof value === 'boolean') return value;
      return value === 0 || value === 1 ? value === 1 : null;
    case 'text':
    case 'time':
      return typeof value === 'string' ? value : null;
    case 'date':
      return typeof value === 'string' ? (readDate(value) ?? dayOf(readMoment(value))) : null;
    case 'datetime':
      return typeof value === 'string' ? readMoment(value) : null;
    case 'binary':
      return null;
  }
}

/** Midnight is the day itself; any other time is between two days. */
function dayOf(moment: string | null): string | null {
  return moment === null ? null : moment.replace(/T00:00:00\.000Z$/, '');
}

function inWords(value: Value): string {
  return typeof value === 'string' ? `the text '${value.slice(0, 40)}'` : String(value).toUpperCase();
}

function quoted(names: string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

function bad(message: string) {
  return badRequest('vault.bad_condition', message);
}
