import type { Request } from 'express';
import { ANONYMOUS } from '../actor.ts';
import type { Actor } from '../actor.ts';
import { badRequest } from '../errors.ts';
import { checkResources, checkService, identify } from './access.ts';
import type { DispatchOptions } from './context.ts';
import type { BoundOperation } from './operations.ts';
import { parsePairs } from './query.ts';

const NO_PAIRS: ReadonlyMap<string, string[]> = new Map();

/** Who may call an operation, and with which path and query. */
export interface Authorized {
  actor: Actor;
  path: Record<string, unknown>;
  query: Record<string, unknown>;
}

/** Everything that is asked before a body is read: sign-in, permissions, path and query. Throws AppError. */
export async function authorize(
  operation: BoundOperation,
  { guard, service }: Pick<DispatchOptions, 'guard' | 'service'>,
  request: { req: Request; params: Record<string, string>; query: string },
): Promise<Authorized> {
  const { access } = operation;
  const actor = access.needsIdentity ? await identify(operation, guard, request.req) : ANONYMOUS;
  if (access.service) await checkService(access, guard, { actor, service });

  const pairs = request.query === '' ? NO_PAIRS : parsePairs(request.query, 'query');
  const path = operation.path ? operation.path.read(asPairs(request.params)) : {};
  const query = operation.query ? operation.query.read(pairs) : {};
  if (access.resources.length > 0) {
    await checkResources(access, guard, {
      actor,
      values: { ...query, ...path },
      resolvers: operation.resolvers,
    });
  }
  return { actor, path, query };
}

function asPairs(params: Record<string, string>): Map<string, string[]> {
  const pairs = new Map<string, string[]>();
  for (const name in params) {
    const value = params[name]!;
    if (value.includes('\0')) {
      throw badRequest('request.nul_character', 'The address holds a NUL character; remove it.');
    }
    pairs.set(name, [value]);
  }
  return pairs;
}
