import { createHash } from 'node:crypto';
import type { SecretBox } from '@cairn/service';
import { foreignCursor } from './errors.ts';

/** What a cursor belongs to: all of a query but its page. */
export function hashQuery(query: unknown): string {
  return createHash('sha256').update(JSON.stringify(query)).digest('base64url');
}

/** Sealed with the hash of its query: it reveals nothing about the row, and another query cannot use it. */
export function sealCursor(secretBox: SecretBox, hash: string, values: (string | null)[]): string {
  return secretBox.seal(JSON.stringify(values), purpose(hash));
}

/** @throws {AppError} bad_request for the cursor of another query */
export function openCursor(secretBox: SecretBox, hash: string, cursor: string): (string | null)[] {
  try {
    return JSON.parse(secretBox.open(cursor, purpose(hash))) as (string | null)[];
  } catch {
    throw foreignCursor();
  }
}

function purpose(hash: string): string {
  return `report-server.cursor ${hash}`;
}
