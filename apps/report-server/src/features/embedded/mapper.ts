import type { ReportServerSchemas } from '@cairn/contracts';
import type { OpenedSession } from './service.ts';

export function toSessionBody({
  secret,
  grant: { token },
  title,
  origins,
}: OpenedSession): ReportServerSchemas['EmbedSession'] {
  return {
    session: secret,
    expires_in: Math.max(0, Math.floor((token.expiresAt.getTime() - Date.now()) / 1000)),
    title,
    bound: Object.keys(token.parameters),
    actions: token.actions,
    origins,
  };
}
