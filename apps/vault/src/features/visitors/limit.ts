import { createTurns } from '@cairn/auth';
import type { InTurn } from '@cairn/auth';
import type { VaultOperations } from '@cairn/contracts';
import { AppError, networkOf, StreamingHandler } from '@cairn/service';
import type { Actor, Call, Handlers } from '@cairn/service';
import { isVisitor } from './redact.ts';

/** Requests of one address that are worked on at the same time, and that wait for their turn. */
const AT_ONCE = 4;
const MAX_WAITING = 200;

/** Operations that read, draw or compare data. */
const HEAVY = [
  'datasetThumbnail',
  'diffVersions',
  'editSchema',
  'getTechnicalMetadata',
  'listFields',
  'listRows',
  'listValues',
  'preview',
  'tile',
  'tileJson',
] as const satisfies (keyof VaultOperations)[];

interface Line {
  inTurn: InTurn;
  /** Requests at work or waiting. */
  requests: number;
}

type Run = (work: () => Promise<unknown>) => Promise<unknown>;

/** The same handlers, in which the requests of visitors take turns by their address: nobody knows them by name. */
export function limitVisitors(handlers: Handlers<VaultOperations>): Handlers<VaultOperations> {
  const lines = new Map<string, Line>();

  async function takeTurn(address: string, work: () => Promise<unknown>): Promise<unknown> {
    const line = lines.get(address) ?? {
      inTurn: createTurns({ atOnce: AT_ONCE, maxWaiting: Infinity }),
      requests: 0,
    };
    if (line.requests >= AT_ONCE + MAX_WAITING) throw tooMany();
    lines.set(address, line);
    line.requests += 1;
    try {
      return await line.inTurn(work);
    } finally {
      line.requests -= 1;
      if (line.requests === 0) lines.delete(address);
    }
  }

  function turnOf(actor: Actor, call: Pick<Call, 'ip'>): Run {
    return isVisitor(actor) ? (work) => takeTurn(networkOf(call.ip), work) : (work) => work();
  }

  const limited = HEAVY.map((name) => {
    const handler = handlers[name] as unknown;
    const wrapped =
      handler instanceof StreamingHandler
        ? new StreamingHandler(async (exchange) => {
            await turnOf(exchange.actor, exchange.call)(() => handler.run(exchange));
          })
        : (input: unknown, actor: Actor, call: Call) =>
            turnOf(actor, call)(async () => (handler as AnyHandler)(input, actor, call));
    return [name, wrapped];
  });
  return { ...handlers, ...(Object.fromEntries(limited) as Handlers<VaultOperations>) };
}

type AnyHandler = (input: unknown, actor: Actor, call: Call) => unknown;

function tooMany(): AppError {
  return new AppError({
    kind: 'too_many',
    code: 'vault.too_many_visitors',
    message: 'There are too many requests from your address. Try again in a few seconds, or sign in.',
    retryAfter: 5,
  });
}
