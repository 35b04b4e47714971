import type { Auth } from '@cairn/auth';
import type { Db } from '../../db/schema.ts';
import type { LicenseService } from '../license/service.ts';
import { embedRefused } from './errors.ts';
import { findSessionToken, findValidToken, insertSession } from './repo.ts';
import { findEmbeddable } from './resources.ts';
import { hashSecret, mintSessionSecret } from './secret.ts';
import type { EmbedGrant, EmbedResource, EmbedToken } from './types.ts';

const SERVICE = { resourceType: 'service', resourceKey: 'report-server', permission: 'view' } as const;

/**
 * Checks tokens and sessions at each use: their end, their revocation, and what their creator may do now. Nothing is cached, so
 * that a revocation counts for the next request.
 */
export function createGrants(deps: { db: Db; auth: Auth; license: LicenseService }) {
  const { db, auth } = deps;

  /** The grant of a token that is stored and has not ended; null when its creator may no longer view what it opens. */
  async function grantOf(token: EmbedToken | null): Promise<EmbedGrant | null> {
    const creator = token && (await auth.user(token.creatorId));
    if (!creator) return null;
    const [mayUseService, found] = await Promise.all([
      auth.allows(creator, SERVICE),
      findEmbeddable(deps, creator, token),
    ]);
    if (!mayUseService || !found) return null;
    if (token.datasource !== null && found.kind === 'report' && !isAllowed(found.report, token.datasource))
      return null;
    const datasources = token.datasource === null ? found.datasources : [token.datasource];
    const allowed = await Promise.all(
      datasources.map((resourceKey) =>
        auth.allows(creator, { resourceType: 'datasource', resourceKey, permission: 'view' }),
      ),
    );
    if (!allowed.every(Boolean)) return null;
    return { tokenId: token.id, token, creator, content: found };
  }

  const findTokenGrant = async (secret: string): Promise<EmbedGrant | null> =>
    grantOf(await findValidToken(db, hashSecret(secret)));

  const findSessionGrant = async (secret: string): Promise<EmbedGrant | null> =>
    grantOf(await findSessionToken(db, hashSecret(secret)));

  return {
    /** The grant of a token, null when it is wrong in any way. */
    findTokenGrant,

    /** The grant of a session, null when it is wrong in any way. */
    findSessionGrant,

    /**
     * Trades a token for a session, which ends with it. @throws {AppError} forbidden for a token that is wrong in any way, or
     * that opens another resource
     */
    async openSession(
      token: string,
      resource?: EmbedResource,
    ): Promise<{ secret: string; grant: EmbedGrant }> {
      const grant = await findTokenGrant(token);
      if (!grant) throw embedRefused();
      if (resource) requireResource(grant, resource);
      const secret = mintSessionSecret();
      await db.transaction().execute((trx) => insertSession(trx, grant.token, hashSecret(secret)));
      return { secret, grant };
    },

    /** @throws {AppError} forbidden for a session that is wrong in any way, or that opens another resource */
    async requireSession(secret: string, resource?: EmbedResource): Promise<EmbedGrant> {
      const grant = await findSessionGrant(secret);
      if (!grant) throw embedRefused();
      if (resource) requireResource(grant, resource);
      return grant;
    },
  };
}

/** @throws {AppError} forbidden when the grant opens another resource */
export function requireResource({ token }: EmbedGrant, { type, key, owner }: EmbedResource): void {
  if (token.type !== type || token.key !== key.toLowerCase() || token.owner !== owner) throw embedRefused();
}

function isAllowed(
  report: { datasource: string | null; allowedDatasources: string[] },
  datasource: string,
): boolean {
  return report.datasource === datasource || report.allowedDatasources.includes(datasource);
}
