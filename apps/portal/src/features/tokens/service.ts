import { mintToken } from '@cairn/auth';
import type { Auth } from '@cairn/auth';
import { badRequest, notFound } from '@cairn/service';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import { parseExpiry } from './expiry.ts';
import { notSignedIn } from '../sessions/signed-in.ts';
import { findTokens, insertToken, lockSession, revokeToken } from './repo.ts';
import type { Token } from './types.ts';

export interface TokenRequest {
  userId: number;
  /** The session of the request. */
  sessionId: number;
  name: string;
  /** RFC 3339 or YYYY-MM-DD; null never expires. */
  expiresAt: string | null;
}

export interface TokenService {
  list(userId: number): Promise<Token[]>;
  /** The secret is returned only here. */
  mint(request: TokenRequest, cause: AuditContext): Promise<{ token: Token; secret: string }>;
  revoke(userId: number, id: number, cause: AuditContext): Promise<void>;
}

export function createTokenService({ db, auth }: { db: Db; auth: Pick<Auth, 'forget'> }): TokenService {
  return {
    list: (userId) => findTokens(db, userId),

    async mint(request, cause) {
      const name = request.name.trim();
      if (name === '') throw badRequest('portal.no_token_name', 'The token has no name. Enter one.');
      const expiresAt = request.expiresAt === null ? null : parseExpiry(request.expiresAt, new Date());
      const minted = mintToken();
      const token = await db.transaction().execute(async (trx) => {
        if (!(await lockSession(trx, request.sessionId))) throw notSignedIn();
        const token = await insertToken(trx, {
          userId: request.userId,
          name,
          prefix: minted.prefix,
          hash: minted.hash,
          expiresAt,
        });
        await recordAudit(trx, {
          event: 'token.minted',
          cause,
          subject: { type: 'token', id: token.id, name },
          details: { prefix: minted.prefix, expires_at: expiresAt?.toISOString() ?? null },
        });
        return token;
      });
      return { token, secret: minted.secret };
    },

    async revoke(userId, id, cause) {
      await db.transaction().execute(async (trx) => {
        const name = await revokeToken(trx, userId, id);
        if (name === null)
          throw notFound('portal.no_such_token', 'Token not found. It may have already been revoked.');
        await recordAudit(trx, { event: 'token.revoked', cause, subject: { type: 'token', id, name } });
      });
      auth.forget(userId);
    },
  };
}
