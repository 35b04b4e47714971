import { t } from '@cairn/ui';

const MAX_BYTES = 63;

/** What is wrong with the name of a new database; null when it is valid. */
export function databaseNameProblem(value: string): string | null {
  return (
    lengthProblem(value) ??
    (/^[\p{L}\p{N}_][\p{L}\p{N}_ .$-]*$/u.test(value.trim()) ? null : t('identifier.databaseCharacters'))
  );
}

/** What is wrong with the name of a new role; null when it is valid. */
export function roleNameProblem(value: string): string | null {
  const name = value.trim();
  if (/^pg_/i.test(name)) return t('identifier.reserved');
  return (
    lengthProblem(value) ??
    (/^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_$@.\- ]*$/u.test(name) ? null : t('identifier.roleCharacters'))
  );
}

function lengthProblem(value: string): string | null {
  const name = value.trim();
  if (name === '') return t('common.nameMissing');
  return new TextEncoder().encode(name).length > MAX_BYTES ? t('identifier.long') : null;
}
