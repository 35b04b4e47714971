import type { ReportServerSchemas } from '@cairn/contracts';
import type { EmbedResource, EmbedToken } from './types.ts';

export function toTokenBody(token: EmbedToken): ReportServerSchemas['EmbedToken'] {
  const { id, key, type, owner, parameters, filter, datasource, origins, actions, creator, uses } = token;
  return {
    token_id: id,
    id: key,
    ...{ type, owner, parameters, filter, datasource, origins, actions, creator, uses },
    state: token.revokedAt ? 'revoked' : token.expiresAt <= new Date() ? 'expired' : 'active',
    created_at: token.createdAt.toISOString(),
    expires_at: token.expiresAt.toISOString(),
    revoked_at: token.revokedAt?.toISOString() ?? null,
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
  };
}

/** Path of the embedded page of a resource, below the mount point of the service. */
export function embedPath({ type, key, owner }: EmbedResource): string {
  return owner === null ? `/embed/${type}/${key}` : `/embed/${type}/${encodeURIComponent(owner)}/${key}`;
}
