import { t } from '@cairn/ui';

const SAFE = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_$@.\- ]*$/u;

/** Why a role could not be called that, before the server is asked; null when it looks right. */
export function roleNameProblem(chosen: string): string | null {
  const name = chosen.trim();
  if (name === '') return t('roleName.missing');
  if (new TextEncoder().encode(name).length > 63) return t('roleName.long');
  if (/^pg_/i.test(name)) return t('roleName.reserved');
  return SAFE.test(name) ? null : t('roleName.characters');
}
