import { hashPassword, verifyPassword } from '@cairn/auth';
import type { Auth } from '@cairn/auth';
import { badRequest } from '@cairn/service';
import type { Cause } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import { deleteSessionsOfUser } from '../sessions/repo.ts';
import type { SignInThrottle } from '../sign-in/throttle.ts';
import { findPassword, updatePassword } from '../users/repo.ts';

export interface PasswordChange {
  userId: number;
  currentPassword: string;
  newPassword: string;
  /** The session that asks; it goes on. */
  keepSessionId?: number;
}

export interface AccountService {
  changePassword(change: PasswordChange, cause: Cause): Promise<void>;
}

export function createAccountService(deps: {
  db: Db;
  auth: Pick<Auth, 'forget'>;
  throttle: SignInThrottle;
}): AccountService {
  const { db, auth, throttle } = deps;
  return {
    async changePassword(change, cause) {
      if (change.newPassword.trim() === '')
        throw badRequest('portal.no_password', 'The new password is empty; enter one.');
      const stored = await findPassword(db, { id: change.userId });
      // The current password can be guessed here as well as on the sign-in page, so the same limit holds.
      const fits = await throttle.attempt(
        { username: stored?.username ?? '', ip: cause.ip, browser: sessionAsBrowser(change) },
        () => verifyPassword(stored?.passwordHash ?? null, change.currentPassword),
      );
      if (!fits || !stored) throw wrongPassword();
      const passwordHash = await hashPassword(change.newPassword);
      await db.transaction().execute(async (trx) => {
        // An administrator may have set another password since it was checked: theirs stands.
        const replacement = { from: stored.passwordHash, to: passwordHash };
        if (!(await updatePassword(trx, change.userId, replacement))) throw wrongPassword();
        await deleteSessionsOfUser(trx, change.userId, change.keepSessionId);
        await recordAudit(trx, {
          event: 'password.changed',
          cause,
          subject: { type: 'user', id: change.userId, name: cause.actorName },
        });
      });
      auth.forget(change.userId);
    },
  };
}

/** Who has a session of the account has signed in there: failures of strangers do not concern them. */
function sessionAsBrowser({ keepSessionId }: PasswordChange): string | null {
  return keepSessionId === undefined ? null : `session:${keepSessionId}`;
}

function wrongPassword() {
  return badRequest('portal.wrong_password', 'The current password is not right; check it and try again.');
}
