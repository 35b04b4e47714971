import type { Request } from 'express';
import type { EmbedAccess, EmbedIdentity } from '../embed.ts';
import { forbidden, unauthorized } from '../errors.ts';
import type { AppError } from '../errors.ts';

const SESSION_HEADER = 'x-embed-session';
/** The query parameter of a page that holds its token. */
export const TOKEN_PARAMETER = 'et';
/** Longer texts are no secret of ours. */
const MAX_SECRET_LENGTH = 512;

/**
 * The caller of an embedded page or of its data calls. Cookies and Authorization are removed from the request: the page is
 * shown within another site, and must not act for the person who is signed in here.
 * @throws {AppError} 401 without a secret, 403 for a secret that is not valid; the words never say why
 */
export async function identifyEmbed(
  access: EmbedAccess,
  { req, pairs, isPage }: { req: Request; pairs: ReadonlyMap<string, string[]>; isPage: boolean },
): Promise<EmbedIdentity> {
  delete req.headers.cookie;
  delete req.headers.authorization;
  const header = req.headers[SESSION_HEADER];
  const secrets = (isPage ? pairs.get(TOKEN_PARAMETER) : [header].flat())?.filter(Boolean) as string[];
  if (!secrets || secrets.length === 0) throw noSecret();
  const [secret] = secrets;
  if (secrets.length > 1 || secret!.length > MAX_SECRET_LENGTH) throw embedRefused();
  const identity = await access.identify({ kind: isPage ? 'token' : 'session', secret: secret! });
  if (!identity) throw embedRefused();
  return identity;
}

/** Refuses a token for embedded pages where it is sent as a bearer token. @throws {AppError} 403 */
export function refuseEmbedToken({ tokenPrefix }: EmbedAccess, { headers }: Request): void {
  if (!tokenPrefix) return;
  const bearer = /^Bearer +(\S+)/i.exec(headers.authorization ?? '')?.[1];
  if (bearer?.startsWith(tokenPrefix)) {
    throw forbidden(
      'access.embed_token',
      'This token opens embedded pages only; use a personal access token instead.',
    );
  }
}

function noSecret(): AppError {
  return unauthorized(
    'access.no_embed_token',
    'This page is made to be shown within another site. Open it there.',
  );
}

function embedRefused(): AppError {
  return forbidden(
    'access.embed_refused',
    'This embedded page cannot be shown. Reload the site that shows it, or ask its owner.',
  );
}
