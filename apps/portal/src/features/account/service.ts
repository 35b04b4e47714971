import { hashPassword, verifyPassword } from '@cairn/auth';
import type { Auth, SignInThrottle } from '@cairn/auth';
import { badRequest } from '@cairn/service';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import { requireAcceptablePassword } from '../users/service.ts';
import { deleteSessionsOfUser } from '../sessions/repo.ts';
import { revokeTokensOfUser } from '../tokens/repo.ts';
import { findPassword, updatePassword } from '../users/repo.ts';

export interface PasswordChange {
  userId: number;
  currentPassword: string;
  newPassword: string;
  /** The session of the request; it stays valid. */
  sessionId: number;
  /** Whether personal access tokens stay valid too. */
  keepTokens: boolean;
}

export interface AccountService {
  changePassword(change: PasswordChange, cause: AuditContext): Promise<void>;
}

export function createAccountService(deps: {
  db: Db;
  auth: Pick<Auth, 'forget'>;
  throttle: SignInThrottle;
}): AccountService {
  const { db, auth, throttle } = deps;
  return {
    async changePassword(change, cause) {
      const stored = await findPassword(db, { id: change.userId });
      await requireAcceptablePassword(change.newPassword, stored?.username ?? '');
      // The current password could be guessed here as on the sign-in page.
      const matches = await throttle.attempt(
        // Failed sign-ins elsewhere must not prevent a signed-in user from changing the password.
        { account: stored?.username ?? '', ip: cause.ip, browser: `session:${change.sessionId}` },
        () => verifyPassword(stored?.passwordHash ?? null, change.currentPassword),
      );
      if (!matches || !stored) throw wrongPassword();
      const passwordHash = await hashPassword(change.newPassword);
      await db.transaction().execute(async (trx) => {
        // An administrator may have set another password after the check.
        const replacement = { from: stored.passwordHash, to: passwordHash };
        if (!(await updatePassword(trx, change.userId, replacement))) throw wrongPassword();
        await deleteSessionsOfUser(trx, change.userId, change.sessionId);
        // Anyone who knew the old password may have created tokens.
        if (!change.keepTokens) await revokeTokensOfUser(trx, change.userId);
        await recordAudit(trx, {
          event: 'password.changed',
          cause,
          subject: { type: 'user', id: change.userId, name: cause.actorName },
          details: { tokens: change.keepTokens ? 'kept' : 'revoked' },
        });
      });
      auth.forget(change.userId);
    },
  };
}

function wrongPassword() {
  return badRequest('portal.wrong_password', 'The current password is incorrect.');
}
