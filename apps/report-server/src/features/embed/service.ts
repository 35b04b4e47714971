import type { Auth } from '@cairn/auth';
import { badRequest, forbidden } from '@cairn/service';
import type { Actor, AuditContext, EmbedAccess } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { ownerOf } from '../access/owner.ts';
import { recordAudit } from '../audit/repo.ts';
import { dashboardResource } from '../dashboards/portal-entry.ts';
import type { LicenseService } from '../license/service.ts';
import type { QueryService } from '../query/service.ts';
import { reportResource } from '../reports/portal-entry.ts';
import { closedDatasource, noSuchToken, nothingToEmbed } from './errors.ts';
import { createGrants } from './grants.ts';
import { describeToken, resourceOf } from './mint.ts';
import { findCreatorId, findToken, insertToken, listTokens, revokeTokens } from './repo.ts';
import type { TokenSelection } from './repo.ts';
import { findEmbeddable } from './resources.ts';
import { hashSecret, mintTokenSecret, TOKEN_PREFIX } from './secret.ts';
import type { EmbedResource, EmbedToken, EmbedTokenInput, RevokeInput } from './types.ts';

export type EmbedService = ReturnType<typeof createEmbedService>;

interface EmbedDeps {
  db: Db;
  auth: Auth;
  license: LicenseService;
  queries: QueryService;
  config: { embedAllowHttp: boolean };
}

/** Embed tokens, and the sessions that pages trade them for. */
export function createEmbedService(deps: EmbedDeps) {
  const { db, auth, license, queries, config } = deps;
  const grants = createGrants(deps);

  async function requireToken(actor: Actor, id: number): Promise<EmbedToken> {
    const token = await findToken(db, id);
    if (!token || (token.creatorId !== actor.id && !actor.isAdmin)) throw noSuchToken(id);
    return token;
  }

  async function revoke(selection: Parameters<typeof revokeTokens>[1], cause: AuditContext): Promise<number> {
    return db.transaction().execute(async (trx) => {
      const revoked = await revokeTokens(trx, selection);
      for (const { id, key } of revoked) {
        await recordAudit(trx, {
          event: 'embed_token.revoked',
          cause,
          objectId: id,
          subject: key,
          details: {},
        });
      }
      return revoked.length;
    });
  }

  /** Whether the caller may revoke the tokens of everybody for the resource. */
  async function ownsResource(actor: Actor, { type, key, owner }: EmbedResource): Promise<boolean> {
    if (type === 'view') return owner === actor.username;
    const found = await findEmbeddable(deps, actor, { type, key, owner });
    if (!found || found.kind === 'view') return actor.isAdmin;
    const resource = found.kind === 'report' ? reportResource(key) : dashboardResource(found.dashboard.id);
    return auth.allows(actor, { ...resource, permission: 'admin' });
  }

  return {
    ...grants,

    /** For `x-access: { embed: true }`. */
    access: {
      tokenPrefix: TOKEN_PREFIX,
      identify: ({ kind, secret }) =>
        kind === 'token' ? grants.findTokenGrant(secret) : grants.findSessionGrant(secret),
    } satisfies EmbedAccess,

    /** The token and its secret, which is shown once. */
    async create(
      actor: Actor,
      input: EmbedTokenInput,
      cause: AuditContext,
    ): Promise<{ token: EmbedToken; secret: string }> {
      if (input.type === 'dashboard') await license.requireFeature('dashboards');
      const resource = resourceOf(input, actor);
      const name = resource.owner === null ? resource.key : `${resource.owner}/${resource.key}`;
      const found = await findEmbeddable(deps, actor, resource);
      if (!found) throw nothingToEmbed(input.type, name);
      const described = await describeToken(
        { db, queries, allowHttp: config.embedAllowHttp },
        { input, resource, found, actor },
      );
      for (const key of described.datasource === null ? found.datasources : [described.datasource]) {
        const check = { resourceType: 'datasource', resourceKey: key, permission: 'view' } as const;
        if (!(await auth.allows(actor, check))) throw closedDatasource(key);
      }
      const secret = mintTokenSecret();
      const token = await db.transaction().execute(async (trx) => {
        const inserted = await insertToken(trx, { ...described, sha256: hashSecret(secret) });
        const details = {
          type: input.type,
          parameters: Object.keys(described.parameters),
          expires_at: inserted.expiresAt,
        };
        await recordAudit(trx, {
          event: 'embed_token.created',
          cause,
          objectId: inserted.id,
          subject: name,
          details,
        });
        return inserted;
      });
      return { token, secret };
    },

    /** The caller's tokens; administrators of the platform see all. */
    list: (actor: Actor, selection: Omit<TokenSelection, 'creatorId'>): Promise<EmbedToken[]> =>
      listTokens(db, { ...selection, ...(actor.isAdmin ? {} : { creatorId: ownerOf(actor).id }) }),

    get: requireToken,

    async revokeOne(actor: Actor, id: number, cause: AuditContext): Promise<void> {
      await requireToken(actor, id);
      await revoke({ id }, cause);
    },

    /** Revokes by resource or by creator; returns the number of tokens. */
    async revokeMany(
      actor: Actor,
      { type, id, owner, creator }: RevokeInput,
      cause: AuditContext,
    ): Promise<number> {
      if (creator !== undefined && type === undefined && id === undefined && owner === undefined) {
        return revoke({ creatorId: await creatorIdOf(actor, creator) }, cause);
      }
      if (creator !== undefined || type === undefined || id === undefined) {
        throw badRequest(
          'report-server.bad_revocation',
          'Name either a resource (type and id, and owner), or a creator.',
        );
      }
      const resource = resourceOf({ type, id, owner }, actor);
      const everybody = await ownsResource(actor, resource);
      return revoke({ resource, ...(everybody ? {} : { creatorId: ownerOf(actor).id }) }, cause);
    },
  };

  async function creatorIdOf(actor: Actor, creator: string): Promise<number> {
    if (creator === actor.username) return ownerOf(actor).id;
    if (!actor.isAdmin) {
      throw forbidden(
        'report-server.foreign_tokens',
        'Only administrators of the platform revoke the tokens of other people.',
      );
    }
    return (await findCreatorId(db, creator)) ?? 0;
  }
}
