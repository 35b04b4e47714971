import { t } from '@cairn/ui';

const LONGEST_BYTES = 63;

/** Why PostgreSQL, or this service, would not take the name of a new database; null when it looks right. */
export function databaseNameProblem(chosen: string): string | null {
  const name = chosen.trim();
  if (name === '') return t('databaseName.missing');
  if (new TextEncoder().encode(name).length > LONGEST_BYTES) return t('databaseName.long');
  return /^[\p{L}\p{N}_][\p{L}\p{N}_ .$-]*$/u.test(name) ? null : t('databaseName.characters');
}
