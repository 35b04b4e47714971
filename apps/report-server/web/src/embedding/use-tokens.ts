import { useQueryClient } from '@tanstack/react-query';
import { notifyDone, notifyError, t, unwrap, useApi } from '@cairn/ui';
import { reportServer } from '../client.ts';
import type { EmbedToken } from './types.ts';

export const tokensKey = ['embed-tokens'] as const;

export function useTokens(state: 'active' | 'all') {
  return useApi([...tokensKey, state], (signal) =>
    reportServer.GET('/api/v1/embed/tokens', { params: { query: { state, limit: 1000 } }, signal }),
  );
}

/** Which tokens are revoked beside a token: none, those of its resource, those of its creator. */
export type Reach = 'one' | 'resource' | 'creator';

/** Revokes tokens, which cannot be undone: their pages stop at once. */
export function useRevoke() {
  const queries = useQueryClient();
  return async (token: EmbedToken, reach: Reach): Promise<void> => {
    try {
      const number = await revoke(token, reach);
      notifyDone(t('embedding.revoked', { count: number, number }));
    } catch (error) {
      notifyError(error);
    }
    await queries.invalidateQueries({ queryKey: tokensKey });
  };
}

async function revoke(token: EmbedToken, reach: Reach): Promise<number> {
  if (reach === 'one') {
    const path = { id: token.token_id };
    await unwrap(reportServer.DELETE('/api/v1/embed/tokens/{id}', { params: { path } }));
    return 1;
  }
  const { type, id, owner, creator } = token;
  const body = reach === 'creator' ? { creator } : { type, id, ...(owner === null ? {} : { owner }) };
  return (await unwrap(reportServer.POST('/api/v1/embed/revoke', { body }))).revoked;
}
