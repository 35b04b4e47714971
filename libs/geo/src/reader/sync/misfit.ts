import { Refusal } from '../../reader-protocol/answer.ts';
import type { ValueMisfit } from '../../reader-protocol/sync-types.ts';
import { ENCODING_WORDS } from '../postgres-copy/encoding-words.ts';
import type { FieldColumn } from '../postgres-copy/put-fields.ts';

const MAX_SHOWN = 80;

/** The refusal of a value that its column does not take. Its details are a `ValueMisfit`. */
export function valueMisfit(
  { table, key }: { table: string; key: unknown },
  { source, encoding }: FieldColumn,
  value: unknown,
): Refusal {
  const details: ValueMisfit = { table, key: String(key), column: source, encoding, value: show(value) };
  return new Refusal(
    'unprocessable',
    'sync.value_does_not_fit',
    `Table "${table}", row ${details.key}: the value of "${source}" is not a ${ENCODING_WORDS[encoding]}: ${details.value}`,
    details,
  );
}

function show(value: unknown): string {
  if (value instanceof Uint8Array) return `0x${Buffer.from(value.subarray(0, 39)).toString('hex')}`;
  return String(value).replaceAll('\0', '').slice(0, MAX_SHOWN).toWellFormed();
}
