import type { Request } from 'express';
import { forbidden } from '../errors.ts';
import type { AppError } from '../errors.ts';
import type { LinkAccess, LinkIdentity } from '../link-access.ts';

/** The query parameter that holds the token of a link. */
export const LINK_PARAMETER = 'token';
/** Longer texts are never our secrets. */
const MAX_SECRET_LENGTH = 512;

/**
 * The caller of a link with a token; null without one. Cookies and Authorization are then removed from the request: the token
 * alone decides, so that a link does for its owner exactly what it does for others.
 * @throws {AppError} 403 for a token that is not valid; the words never say why
 */
export async function identifyLink(
  access: LinkAccess,
  request: {
    req: Request;
    operationId: string;
    path: Record<string, unknown>;
    pairs: ReadonlyMap<string, string[]>;
  },
): Promise<LinkIdentity | null> {
  const { req, operationId, path, pairs } = request;
  const secrets = pairs.get(LINK_PARAMETER);
  if (!secrets) return null;
  delete req.headers.cookie;
  delete req.headers.authorization;
  const [secret] = secrets;
  if (secrets.length > 1 || !secret || secret.length > MAX_SECRET_LENGTH) throw linkRefused();
  const identity = await access.identify({ secret, operationId, path });
  if (!identity) throw linkRefused();
  return identity;
}

function linkRefused(): AppError {
  return forbidden(
    'access.link_refused',
    'The token of this address is not valid. Ask the person who gave you the address for a new one.',
  );
}
