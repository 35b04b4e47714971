import type { PortalOperations, PortalSchemas } from '@cairn/contracts';
import { auditContext } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { signedInId, signedInSession } from '../sessions/signed-in.ts';
import type { TokenService } from './service.ts';
import type { Token } from './types.ts';

type Operation = 'listTokens' | 'createToken' | 'revokeToken';

export function tokenRoutes({ tokens }: { tokens: TokenService }): Handlers<PortalOperations, Operation> {
  return {
    listTokens: async (_input, actor) => ({
      tokens: (await tokens.list(signedInId(actor))).map(toTokenBody),
    }),
    async createToken({ body }, actor, call) {
      const { token, secret } = await tokens.mint(
        {
          userId: signedInId(actor),
          sessionId: signedInSession(actor),
          name: body.name,
          expiresAt: body.expires_at ?? null,
        },
        auditContext(actor, call),
      );
      return {
        token: toTokenBody(token),
        secret,
        message: 'Copy the secret now. It will not be shown again.',
      };
    },
    async revokeToken({ path }, actor, call) {
      await tokens.revoke(signedInId(actor), path.id, auditContext(actor, call));
      return undefined;
    },
  };
}

function toTokenBody(token: Token): PortalSchemas['Token'] {
  return {
    id: token.id,
    user_id: token.userId,
    name: token.name,
    token_prefix: token.prefix,
    scopes: token.scopes,
    created_at: token.createdAt.toISOString(),
    active: token.expiresAt === null || token.expiresAt > new Date(),
    expires_at: token.expiresAt?.toISOString() ?? null,
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
  };
}
