import type { VaultOperations } from '@cairn/contracts';
import { StreamingHandler } from '@cairn/service';
import type { Actor, Call, Exchange, Handlers } from '@cairn/service';
import { SourceError } from '../contents/source-error.ts';
import { isVisitor } from '../visitors/redact.ts';
import { RESOURCE_TYPE } from './service.ts';
import type { DatasetGuard } from './service.ts';

/** What the operations on one dataset name it by. */
interface DatasetInput {
  path?: { name?: string };
  query?: { dataset?: string };
}

type PlainHandler = (input: DatasetInput, actor: Actor, call: Call) => unknown;

/** The same handlers, whose errors say where data is stored only to those with admin on the dataset. */
export function hideSources(
  handlers: Handlers<VaultOperations>,
  guard: Pick<DatasetGuard, 'allows'>,
): Handlers<VaultOperations> {
  async function mayKnow(actor: Actor, { path, query }: DatasetInput): Promise<boolean> {
    const name = path?.name ?? query?.dataset;
    if (isVisitor(actor)) return false;
    // Who registers data has named the source.
    if (name === undefined) return true;
    return guard.allows(actor, { resourceType: RESOURCE_TYPE, resourceKey: name, permission: 'admin' });
  }

  async function hide<T>(actor: Actor, input: DatasetInput, work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SourceError) || (await mayKnow(actor, input))) throw error;
      throw error.forReaders;
    }
  }

  const hiding = Object.entries(handlers).map(([name, handler]) => {
    if (handler instanceof StreamingHandler) {
      const stream = handler as unknown as StreamingHandler<unknown>;
      const run = (exchange: Exchange<unknown>) =>
        hide(exchange.actor, exchange.input as DatasetInput, () => stream.run(exchange));
      return [name, new StreamingHandler(run)];
    }
    const plain = handler as PlainHandler;
    return [
      name,
      (input: DatasetInput, actor: Actor, call: Call) => hide(actor, input, () => plain(input, actor, call)),
    ];
  });
  return Object.fromEntries(hiding) as Handlers<VaultOperations>;
}
