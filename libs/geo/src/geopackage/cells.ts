import type { FieldType } from '../inspect/types.ts';
import { ident } from './sql-names.ts';

/** Longer texts are shown by their size, as bytes are, since nobody reads them in a table. */
const MAX_TEXT_BYTES = 100_000;

/** A column's value for users: of bytes and very long texts only the size, so that they are not read. */
export function cellSql(column: string, maxTextBytes = MAX_TEXT_BYTES): string {
  const name = ident(column);
  return `CASE WHEN typeof(${name}) = 'blob' THEN octet_length(${name}) || ' bytes'
    WHEN typeof(${name}) = 'text' AND octet_length(${name}) > ${maxTextBytes}
    THEN octet_length(${name}) || ' bytes of text' ELSE ${name} END`;
}

/** A value that SQLite gave (integers as bigint) as JSON carries it; integers beyond 2^53 become digits. */
export function toCell(value: unknown, type: FieldType): unknown {
  if (typeof value === 'bigint') {
    if (type === 'boolean' && (value === 0n || value === 1n)) return value === 1n;
    return BigInt.asIntN(54, value) === value ? Number(value) : value.toString();
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : null;
}

/** A value as JSON carried it as SQLite stores it. The reverse of toCell for all but bytes and very long texts. */
export function fromCell(cell: unknown, type: FieldType): string | number | bigint | null {
  if (typeof cell === 'boolean') return cell ? 1n : 0n;
  if (typeof cell === 'number') return type === 'integer' ? BigInt(cell) : cell;
  if (typeof cell !== 'string') return null;
  return type === 'integer' && /^-?\d+$/.test(cell) ? BigInt(cell) : cell;
}
