import { hashCredential, hashPassword, mintSessionSecret, verifyPassword } from '@cairn/auth';
import type { Auth, KnownBrowsers, SignInThrottle } from '@cairn/auth';
import { badRequest } from '@cairn/service';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { canonicalUsername } from '../../usernames.ts';
import { recordAudit } from '../audit/repo.ts';
import { requireAcceptablePassword } from '../users/service.ts';
import {
  deleteSessionsByHash,
  deleteSessionsOfUser,
  findPendingSession,
  insertSession,
} from '../sessions/repo.ts';
import { revokeTokensOfUser } from '../tokens/repo.ts';
import { findAccount, findPassword, lockPassword, updatePassword } from '../users/repo.ts';
import type { StoredPassword } from '../users/repo.ts';

export interface SignInRequest {
  username: string;
  password: string;
  userAgent: string;
  /** The session cookies of the request; these sessions end. */
  presetSessions: string[];
  /** Value of the cookie `cairn_known_browser`. */
  knownBrowser: string | undefined;
}

export interface SignedIn {
  /** The secret of a new session. */
  session: string;
  /** New value of the cookie `cairn_known_browser`. */
  knownBrowser: string;
  /** Whether the session is invalid everywhere until the user has chosen a new password. */
  mustChangePassword: boolean;
}

export interface PasswordChoice {
  /** Secret of the session whose user must choose a new password. */
  session: string;
  newPassword: string;
  userAgent: string;
}

export interface SignInService {
  /** Null when the password is wrong or the user is unknown or disabled. */
  signIn(request: SignInRequest, cause: AuditContext): Promise<SignedIn | null>;
  /** The first of the sessions whose user must choose a new password, or null. */
  findPending(sessions: string[]): Promise<{ session: string; username: string } | null>;
  /**
   * Sets the password and returns the secret of a new session; null when the session is not pending.
   * @throws {AppError} bad_request when the password is not acceptable
   */
  choosePassword(choice: PasswordChoice, cause: AuditContext): Promise<string | null>;
  signOut(sessions: string[], cause: AuditContext): Promise<void>;
}

interface SignInDeps {
  db: Db;
  auth: Pick<Auth, 'forget'>;
  throttle: SignInThrottle;
  knownBrowsers: KnownBrowsers;
  sessions: { idleSeconds: number; maxSeconds: number };
}

export function createSignInService({
  db,
  auth,
  throttle,
  knownBrowsers,
  sessions,
}: SignInDeps): SignInService {
  function recordFailure(user: StoredPassword | null, cause: AuditContext, reason: string): Promise<void> {
    return recordAudit(db, {
      event: 'session.sign_in_failed',
      cause,
      // Unknown names are not stored: they may be passwords that were typed into the wrong field.
      ...(user ? { subject: { type: 'user', id: user.id, name: user.username } } : {}),
      details: { reason },
    });
  }

  return {
    async signIn(request, cause) {
      const username = canonicalUsername(request.username);
      const check: { user: StoredPassword | null; matches: boolean } = { user: null, matches: false };
      const account = await findAccount(db, username);
      const browser =
        account.userId === null ? null : knownBrowsers.recognize(request.knownBrowser, account.userId);
      await throttle.attempt({ account: account.name, ip: cause.ip, browser }, async () => {
        check.user = await findPassword(db, { username });
        // The hash is computed for unknown and disabled users too, so that the response time reveals nothing.
        check.matches = await verifyPassword(check.user?.passwordHash ?? null, request.password);
        return check.matches && check.user?.enabled === true;
      });
      const { user: stored, matches } = check;
      if (!stored || !matches || !stored.enabled) {
        await recordFailure(
          stored,
          cause,
          !stored ? 'unknown user' : matches ? 'disabled user' : 'wrong password',
        );
        return null;
      }
      const secret = mintSessionSecret();
      const endedSessions = await db.transaction().execute(async (trx) => {
        if (!(await lockPassword(trx, stored))) return null;
        const ended = await deleteSessionsByHash(trx, request.presetSessions.map(hashCredential));
        const id = await insertSession(trx, {
          userId: stored.id,
          tokenHash: hashCredential(secret),
          ip: cause.ip,
          userAgent: request.userAgent.slice(0, 300),
          ...sessions,
        });
        await recordAudit(trx, {
          event: 'session.signed_in',
          cause: { ...cause, actorId: stored.id, actorName: stored.username },
          subject: { type: 'session', id, name: stored.username },
        });
        return ended;
      });
      if (!endedSessions) {
        await recordFailure(stored, cause, 'changed while signing in');
        return null;
      }
      for (const { userId } of endedSessions) auth.forget(userId);
      return {
        session: secret,
        knownBrowser: knownBrowsers.remember(request.knownBrowser, stored.id),
        mustChangePassword: stored.mustChangePassword,
      };
    },

    async findPending(presented) {
      const secrets = new Map(presented.map((secret) => [hashCredential(secret), secret]));
      const pending = await findPendingSession(db, [...secrets.keys()]);
      const session = pending && secrets.get(pending.tokenHash);
      return session ? { session, username: pending.username } : null;
    },

    async choosePassword(choice, cause) {
      const pending = await findPendingSession(db, [hashCredential(choice.session)]);
      if (!pending) return null;
      await requireAcceptablePassword(choice.newPassword, pending.username);
      if (await verifyPassword(pending.passwordHash, choice.newPassword)) {
        throw badRequest('portal.same_password', 'This is your current password. Choose a different one.');
      }
      const passwordHash = await hashPassword(choice.newPassword);
      const secret = mintSessionSecret();
      const isChanged = await db.transaction().execute(async (trx) => {
        // An administrator may have set another password or disabled the user in the meantime.
        if (!(await findPendingSession(trx, [hashCredential(choice.session)]))) return false;
        const replacement = { from: pending.passwordHash, to: passwordHash };
        if (!(await updatePassword(trx, pending.userId, replacement))) return false;
        await deleteSessionsOfUser(trx, pending.userId);
        await revokeTokensOfUser(trx, pending.userId);
        await insertSession(trx, {
          userId: pending.userId,
          tokenHash: hashCredential(secret),
          ip: cause.ip,
          userAgent: choice.userAgent.slice(0, 300),
          ...sessions,
        });
        await recordAudit(trx, {
          event: 'password.changed',
          cause: { ...cause, actorId: pending.userId, actorName: pending.username },
          subject: { type: 'user', id: pending.userId, name: pending.username },
          details: { tokens: 'revoked' },
        });
        return true;
      });
      auth.forget(pending.userId);
      return isChanged ? secret : null;
    },

    async signOut(presented, cause) {
      if (presented.length === 0) return;
      const ended = await db.transaction().execute(async (trx) => {
        const ended = await deleteSessionsByHash(trx, presented.map(hashCredential));
        for (const { id, userId, username } of ended) {
          await recordAudit(trx, {
            event: 'session.signed_out',
            cause: { ...cause, actorId: userId, actorName: username },
            subject: { type: 'session', id, name: username },
          });
        }
        return ended;
      });
      for (const { userId } of ended) auth.forget(userId);
    },
  };
}
