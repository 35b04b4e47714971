import type { ReportServerOperations } from '@cairn/contracts';
import { auditContext, respond } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { embedPath, toTokenBody } from './mapper.ts';
import type { EmbedService } from './service.ts';

type Operation =
  'createEmbedToken' | 'listEmbedTokens' | 'getEmbedToken' | 'revokeEmbedToken' | 'revokeEmbedTokens';

export function embedTokenRoutes({
  embeds,
}: {
  embeds: EmbedService;
}): Handlers<ReportServerOperations, Operation> {
  return {
    async createEmbedToken({ body }, actor, call) {
      const { token, secret } = await embeds.create(actor, body, auditContext(actor, call));
      const { id, type, key, owner, origins, actions, expiresAt } = token;
      const url = `${call.origin}${call.basePath}${embedPath(token)}?et=${secret}`;
      const answer = { token: secret, token_id: id, type, id: key, owner, origins, actions, url };
      return respond(
        201,
        { ...answer, expires_at: expiresAt.toISOString() },
        { 'Cache-Control': 'no-store' },
      );
    },

    async listEmbedTokens({ query }, actor) {
      const tokens = await embeds.list(actor, {
        ...(query.type ? { type: query.type } : {}),
        ...(query.id ? { key: query.id.toLowerCase() } : {}),
        activeOnly: query.state === 'active',
        limit: query.limit ?? 200,
      });
      return { tokens: tokens.map(toTokenBody) };
    },

    getEmbedToken: async ({ path }, actor) => toTokenBody(await embeds.get(actor, path.id)),

    async revokeEmbedToken({ path }, actor, call) {
      await embeds.revokeOne(actor, path.id, auditContext(actor, call));
      return respond(204);
    },

    revokeEmbedTokens: async ({ body }, actor, call) => ({
      revoked: await embeds.revokeMany(actor, body, auditContext(actor, call)),
    }),
  };
}
