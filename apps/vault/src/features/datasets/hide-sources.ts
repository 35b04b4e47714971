import type { VaultOperations } from '@cairn/contracts';
import { StreamingHandler } from '@cairn/service';
import type { Actor, Call, Exchange, Handlers } from '@cairn/service';
import { SourceError } from '../content/errors.ts';
import { isVisitor } from '../access/redact.ts';
import type { DatasetService } from './service.ts';

/** What the operations on one dataset name it by. */
interface DatasetInput {
  path?: { name?: string };
  query?: { dataset?: string };
}

/** Operations whose caller has named the source: they register it. */
const REGISTERING: ReadonlySet<string> = new Set<keyof VaultOperations>(['importS3', 'registerTable']);

type PlainHandler = (input: DatasetInput, actor: Actor, call: Call) => unknown;

/**
 * The same handlers, whose errors say where data is stored only to people with admin on the dataset that the request names, and
 * to those who register the source. All other operations say nothing.
 */
export function hideSources(
  handlers: Handlers<VaultOperations>,
  datasets: Pick<DatasetService, 'allows'>,
): Handlers<VaultOperations> {
  async function mayKnow(operation: string, actor: Actor, { path, query }: DatasetInput): Promise<boolean> {
    if (isVisitor(actor)) return false;
    if (REGISTERING.has(operation)) return true;
    const name = path?.name ?? query?.dataset;
    return name !== undefined && datasets.allows(actor, name, 'admin');
  }

  async function hide<T>(
    operation: string,
    { actor, input }: { actor: Actor; input: DatasetInput },
    work: () => T | Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SourceError) || (await mayKnow(operation, actor, input))) throw error;
      throw error.forReaders;
    }
  }

  const hiding = Object.entries(handlers).map(([name, handler]) => {
    if (handler instanceof StreamingHandler) {
      const stream = handler as unknown as StreamingHandler<unknown>;
      const run = (exchange: Exchange<unknown>) =>
        hide(name, { actor: exchange.actor, input: exchange.input as DatasetInput }, () =>
          stream.run(exchange),
        );
      return [name, new StreamingHandler(run)];
    }
    const plain = handler as PlainHandler;
    return [
      name,
      (input: DatasetInput, actor: Actor, call: Call) =>
        hide(name, { actor, input }, () => plain(input, actor, call)),
    ];
  });
  return Object.fromEntries(hiding) as Handlers<VaultOperations>;
}
