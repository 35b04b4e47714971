import { forbidden } from '@cairn/service';
import { embedRefused } from '../embed/errors.ts';
import type { EmbedAction, EmbedGrant, EmbedToken } from '../embed/types.ts';

/** A name that the token binds may not be sent: neither with another value, nor with the same, nor as one of several. */
export function refuseBound({ token }: Pick<EmbedGrant, 'token'>, names: Iterable<string>): void {
  for (const name of names) if (Object.hasOwn(token.parameters, name)) throw embedRefused();
}

/** @throws {AppError} forbidden for what the token does not allow */
export function requireAction({ token }: Pick<EmbedGrant, 'token'>, action: EmbedAction): void {
  if (token.actions.includes(action)) return;
  throw forbidden(
    'report-server.embed_action',
    `The token of this page does not allow "${action}". Ask the owner of the site.`,
  );
}

/** Origins of the sites that may show what a token opens: its own, else those of the operator and this server itself. */
export function originsOf(
  { origins }: Pick<EmbedToken, 'origins'>,
  { embedOrigins, self }: { embedOrigins: readonly string[]; self: string },
): string[] {
  return origins.length > 0 ? origins : [...embedOrigins, self];
}
