import type { Request } from 'express';
import { ANONYMOUS } from '../actor.ts';
import type { Actor } from '../actor.ts';
import type { EmbedIdentity } from '../embed.ts';
import { badRequest } from '../errors.ts';
import type { LinkIdentity } from '../link-access.ts';
import { checkResources, checkService, identify } from './access.ts';
import type { DispatchOptions } from './context.ts';
import { identifyEmbed, refuseEmbedToken } from './embed-access.ts';
import { identifyLink } from './identify-link.ts';
import type { BoundOperation } from './operations.ts';
import { NO_OPEN_FIELDS, readOpenFields } from './open-fields.ts';
import type { OpenFields } from './open-fields.ts';
import { parsePairs } from './query.ts';
import type { PairSource } from './query.ts';

const NO_PAIRS: ReadonlyMap<string, string[]> = new Map();
const NO_KEYS: readonly string[] = [];

/** An authorized call: its actor, path and query. */
export interface Authorized {
  actor: Actor;
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  openQuery: OpenFields;
  resourceKeys: readonly string[];
  embed: EmbedIdentity | null;
  link: LinkIdentity | null;
}

/** Checks sign-in, permissions, path and query before the body is read. @throws {AppError} */
export async function authorize(
  operation: BoundOperation,
  {
    guard,
    service,
    embedAccess,
    linkAccess,
  }: Pick<DispatchOptions, 'guard' | 'service' | 'embedAccess' | 'linkAccess'>,
  request: { req: Request; params: Record<string, string>; query: string },
): Promise<Authorized> {
  const { access } = operation;
  if (embedAccess && !access.embed) refuseEmbedToken(embedAccess, request.req);
  if (access.linkToken) {
    const visit = await authorizeLink(operation, { linkAccess }, request);
    if (visit) return visit;
  }
  const actor = access.needsIdentity ? await identify(operation, guard, request.req) : ANONYMOUS;
  if (access.service) await checkService(access, guard, { actor, service });

  const pairs = readPairs(operation, request.query);
  const embed = access.embed
    ? // The binder refuses such operations of a service without embed access.
      await identifyEmbed(embedAccess!, { req: request.req, pairs, isPage: operation.page })
    : null;
  const path = operation.path ? operation.path.read(asPairs(request.params)) : {};
  const query = operation.query ? operation.query.read(pairs) : {};
  const openQuery = readOpenQuery(operation, pairs);
  const { resolvers } = operation;
  const resourceKeys =
    access.resources.length === 0
      ? NO_KEYS
      : await checkResources(access, guard, { actor, values: { ...query, ...path }, resolvers });
  return { actor, path, query, openQuery, resourceKeys, embed, link: null };
}

function readPairs(operation: BoundOperation, query: string): ReadonlyMap<string, string[]> {
  return query === '' ? NO_PAIRS : parsePairs(query, sourceOf(operation));
}

function readOpenQuery(operation: BoundOperation, pairs: ReadonlyMap<string, string[]>): OpenFields {
  return operation.hasOpenQuery ? readOpenFields(pairs, sourceOf(operation)) : NO_OPEN_FIELDS;
}

function sourceOf({ query }: BoundOperation): PairSource {
  return { place: 'query', declares: (name) => query?.declares(name) ?? false };
}

/** The same for a link with a token; null without one. */
async function authorizeLink(
  operation: BoundOperation,
  { linkAccess }: Pick<DispatchOptions, 'linkAccess'>,
  request: { req: Request; params: Record<string, string>; query: string },
): Promise<Authorized | null> {
  const pairs = readPairs(operation, request.query);
  const path = operation.path ? operation.path.read(asPairs(request.params)) : {};
  // The binder refuses such operations of a service without link access.
  const link = await identifyLink(linkAccess!, { req: request.req, operationId: operation.id, path, pairs });
  if (!link) return null;
  const query = operation.query ? operation.query.read(pairs) : {};
  const openQuery = readOpenQuery(operation, pairs);
  const { resourceKeys } = link;
  return { actor: ANONYMOUS, path, query, openQuery, resourceKeys, embed: null, link };
}

function asPairs(params: Record<string, string>): Map<string, string[]> {
  const pairs = new Map<string, string[]>();
  for (const name in params) {
    const value = params[name]!;
    if (value.includes('\0')) {
      throw badRequest('request.nul_character', 'The address contains a NUL character; remove it.');
    }
    pairs.set(name, [value]);
  }
  return pairs;
}
