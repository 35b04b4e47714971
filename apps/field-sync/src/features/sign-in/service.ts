import { hashCredential, mintSessionSecret, verifyPassword } from '@cairn/auth';
import type { KnownBrowsers, SignInThrottle } from '@cairn/auth';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import type { Account } from '../accounts/types.ts';
import { findUserByEmail, lockUser } from '../accounts/user-repo.ts';
import { recordAudit } from '../audit/repo.ts';
import { deleteSessions, insertSession } from './session-repo.ts';
import type { EndedSession } from './types.ts';

export interface SignInRequest {
  email: string;
  password: string;
  /** The session cookies of the request; these sessions end. */
  presetSessions: string[];
  /** Value of the cookie of known browsers. */
  knownBrowser: string | undefined;
}

export interface SignedIn {
  /** The secret of a new session. */
  session: string;
  /** New value of the cookie of known browsers. */
  knownBrowser: string;
}

interface SignInDeps {
  db: Db;
  throttle: SignInThrottle;
  knownBrowsers: KnownBrowsers;
}

export type SignInService = ReturnType<typeof createSignInService>;

/** Signing in with the accounts of field-sync, in local mode. */
export function createSignInService({ db, throttle, knownBrowsers }: SignInDeps) {
  function recordRefusal(account: Account | null, cause: AuditContext): Promise<void> {
    // Unknown addresses are not stored: they may be passwords that were typed into the wrong field.
    return recordAudit(db, {
      event: 'session.refused',
      cause,
      ...(account ? { objectId: account.id } : {}),
      subject: account?.name ?? '',
      details: { reason: account ? 'wrong password' : 'unknown user' },
    });
  }

  return {
    /** Null when the password is wrong or the user is unknown. @throws {AppError} too_many after many failures */
    async signIn(request: SignInRequest, cause: AuditContext): Promise<SignedIn | null> {
      const email = request.email.trim();
      const known = await findUserByEmail(db, email);
      const browser = known && knownBrowsers.recognize(request.knownBrowser, known.id);
      const account = known ? `user ${known.id}` : email.toLowerCase();
      const attempt = { account, ip: cause.ip, browser };
      // The hash is computed for unknown users too, so that the response time reveals nothing.
      const matches = await throttle.attempt(attempt, () =>
        verifyPassword(known?.passwordHash ?? null, request.password),
      );
      const session = mintSessionSecret();
      const isStarted =
        matches &&
        known !== null &&
        (await db.transaction().execute(async (trx) => {
          const account = await lockUser(trx, known.id);
          // Deleted, or given another password, while this one was checked.
          if (account?.passwordHash !== known.passwordHash) return false;
          await deleteSessions(trx, request.presetSessions.map(hashCredential));
          await insertSession(trx, { tokenHash: hashCredential(session), userId: known.id });
          const started = { ...cause, actorId: known.id, actorName: known.name };
          await recordAudit(trx, {
            ...{ event: 'session.started', cause: started, objectId: known.id, subject: known.name },
          });
          return true;
        }));
      if (isStarted) {
        return { session, knownBrowser: knownBrowsers.remember(request.knownBrowser, known.id) };
      }
      await recordRefusal(known, cause);
      return null;
    },

    /** Returns the sessions that existed. */
    async signOut(sessions: string[], cause: AuditContext): Promise<EndedSession[]> {
      if (sessions.length === 0) return [];
      return db.transaction().execute(async (trx) => {
        const ended = await deleteSessions(trx, sessions.map(hashCredential));
        for (const { userId, name } of ended) {
          await recordAudit(trx, {
            event: 'session.ended',
            cause: { ...cause, actorId: userId, actorName: name },
            ...(userId === null ? {} : { objectId: userId }),
            subject: name,
          });
        }
        return ended;
      });
    },
  };
}
