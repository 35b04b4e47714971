import { METHODS } from '@cairn/contracts';
import type { ContractDocument, DbadminOperations, Operation } from '@cairn/contracts';
import { SocketHandler, StreamingHandler, streaming } from '@cairn/service';
import type { Actor, Handler, Handlers } from '@cairn/service';
import type { Jobs } from '@cairn/jobs';
import type { Db } from './db/handle.ts';
import type { JobPayload } from './server-jobs/kinds.ts';
import { findConnection } from './features/connections/repo.ts';
import { findDatabase } from './features/databases/repo.ts';
import type { Platform } from './features/connections/platform.ts';

/** Operations that need `edit` or `admin` and are about no server. */
const WITHOUT_SERVER = new Set(['createConnection', 'listAudit']);
/** Operations that change a connection or one of its jobs, and must work while its server is down. */
const ON_CONNECTIONS = new Set(['updateConnection', 'deleteConnection', 'cancelJob']);

interface Fields {
  path: { id?: number | string };
  query: { connection_id?: number };
  body?: { connection_id?: number } | null | undefined;
}

interface Guard {
  db: Db;
  jobs: Pick<Jobs, 'get'>;
  platform: Platform;
}

/**
 * Restricts operations that need more than `view` to administrators of the platform on the platform's own server, because all of
 * them use its admin role. An operation that does not name its server in a known way fails at startup.
 */
export function guardHandlers(
  handlers: Handlers<DbadminOperations>,
  contract: ContractDocument,
  guard: Guard,
): Handlers<DbadminOperations> {
  const guarded: Record<string, unknown> = { ...handlers };
  for (const [template, item] of Object.entries(contract.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      const { operationId, 'x-access': access } = operation;
      const needsMore = access?.service === 'edit' || access?.service === 'admin';
      if (!needsMore || WITHOUT_SERVER.has(operationId)) continue;
      const connectionOf = connectionFinder(template, operation, guard);
      const check = async (input: Fields, actor: Actor): Promise<void> => {
        const id = await connectionOf(input);
        // The handler returns 404.
        if (id === null) return;
        if (!ON_CONNECTIONS.has(operationId)) return guard.platform.requireMayManage(actor, id);
        const connection = await findConnection(guard.db, id);
        if (connection) await guard.platform.requireMayChange(actor, connection);
      };
      guarded[operationId] = withCheck(guarded[operationId], check);
    }
  }
  return guarded as unknown as Handlers<DbadminOperations>;
}

function connectionFinder(
  template: string,
  operation: Operation,
  { db, jobs }: Guard,
): (input: Fields) => Promise<number | null> | number | null {
  const idOf = ({ path }: Fields): number => Number(path.id) || 0;
  if (/^\/api\/connections\/\{id\}(\/|$)/.test(template)) return (input) => idOf(input) || null;
  if (/^\/api\/databases\/\{id\}(\/|$)/.test(template)) {
    return async (input) => (await findDatabase(db, idOf(input)))?.connectionId ?? null;
  }
  if (/^\/api\/jobs\/\{id\}(\/|$)/.test(template)) {
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

type Check = (input: Fields, actor: Actor) => Promise<void>;

function withCheck(handler: unknown, check: Check): unknown {
  if (handler instanceof SocketHandler) throw new Error('terminals are for administrators of the platform');
  if (handler instanceof StreamingHandler) {
    return streaming(async (exchange) => {
      await check(exchange.input as Fields, exchange.actor);
      await handler.run(exchange);
    });
  }
  const plain = handler as Handler<unknown>;
  const checked: Handler<unknown> = async (input, actor, call) => {
    await check(input as unknown as Fields, actor);
    return plain(input, actor, call);
  };
  return checked;
}
