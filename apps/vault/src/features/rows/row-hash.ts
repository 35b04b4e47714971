import { createHash } from 'node:crypto';
import type { Cells } from './types.ts';

/** Tells whether a row is still what somebody saw: 132 bits over its values, in the order of its columns, and its geometry. */
export function hashRow(columns: string[], values: Cells, geometryHash: string | null): string {
  const canonical = JSON.stringify([...columns.map((name) => values[name] ?? null), geometryHash]);
  return createHash('sha256').update(canonical).digest('base64url').slice(0, 22);
}
