import type { Operation } from '@cairn/contracts';
import type { MiddlewareOf, OperationRequest } from '@cairn/app';
import type { Context } from './context.ts';
import { findConnection } from './features/connections/repo.ts';
import { findDatabase } from './features/databases/repo.ts';
import type { JobPayload } from './server-jobs/kinds.ts';

/** Operations that need `edit` or `admin` and are about no server. */
const WITHOUT_SERVER = new Set(['createConnection', 'listAudit']);
/** Operations that change a connection or one of its jobs, and must work while its server is down. */
const ON_CONNECTIONS = new Set(['updateConnection', 'deleteConnection', 'cancelJob']);

interface Input {
  path: { id?: number | string };
  query: { connection_id?: number };
  body?: { connection_id?: number } | null;
}

type Deps = Pick<Context, 'db' | 'jobs' | 'platform'>;

/**
 * Restricts operations that need more than `view` to administrators of the platform on the platform's own server, because all of
 * them use its admin role. An operation that does not name its server in a known way fails at startup.
 */
export function guardPlatformServer(deps: Deps): MiddlewareOf {
  return (operation, path) => {
    const { operationId, 'x-access': access } = operation;
    const needsMore = access?.service === 'edit' || access?.service === 'admin';
    if (!needsMore || WITHOUT_SERVER.has(operationId)) return undefined;
    const connectionOf = connectionFinder(path, operation, deps);
    return async (request, next) => {
      await requireMayUse(deps, operationId, request, await connectionOf(request.input as Input));
      return next();
    };
  };
}

async function requireMayUse(
  { db, platform }: Deps,
  operationId: string,
  { actor }: OperationRequest,
  connectionId: number | null,
): Promise<void> {
  // The handler returns 404.
  if (connectionId === null) return;
  if (!ON_CONNECTIONS.has(operationId)) return platform.requireMayManage(actor, connectionId);
  const connection = await findConnection(db, connectionId);
  if (connection) await platform.requireMayChange(actor, connection);
}

function connectionFinder(
  path: string,
  operation: Operation,
  { db, jobs }: Deps,
): (input: Input) => Promise<number | null> | number | null {
  const idOf = (input: Input): number => Number(input.path.id) || 0;
  if (/^\/api\/connections\/\{id\}(\/|$)/.test(path)) return (input) => idOf(input) || null;
  if (/^\/api\/databases\/\{id\}(\/|$)/.test(path)) {
    return async (input) => (await findDatabase(db, idOf(input)))?.connectionId ?? null;
  }
  if (/^\/api\/jobs\/\{id\}(\/|$)/.test(path)) {
    return async (input) => {
      const job = Number.isSafeInteger(idOf(input)) ? await jobs.get(idOf(input)) : undefined;
      return (job?.payload as Partial<JobPayload> | undefined)?.connection_id ?? null;
    };
  }
  const isInQuery = (operation.parameters ?? []).some(
    (parameter) => 'name' in parameter && parameter.name === 'connection_id',
  );
  if (isInQuery) return ({ query }) => query.connection_id ?? null;
  if (operation.requestBody) return ({ body }) => body?.connection_id ?? null;
  throw new Error(`${operation.operationId} does not name a server; say which one it is about`);
}
