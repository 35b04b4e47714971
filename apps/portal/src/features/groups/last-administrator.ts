import { badRequest } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { countEnabledAdministrators, lockAdministrators } from './repo.ts';

/**
 * Runs a change of users or memberships within a transaction and refuses it when no enabled administrator would be left for
 * the platform. A platform that has no administrator (before its first start is complete) may stay without.
 */
export async function keepAnAdministrator(trx: Db, change: () => Promise<void>): Promise<void> {
  await lockAdministrators(trx);
  const before = await countEnabledAdministrators(trx);
  await change();
  if (before > 0 && (await countEnabledAdministrators(trx)) === 0) {
    throw badRequest(
      'portal.last_administrator',
      'This would leave the platform without an administrator. Make another user an administrator first.',
    );
  }
}
