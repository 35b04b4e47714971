import { ANONYMOUS } from '@cairn/service';
import type { Actor, Call, Logger } from '@cairn/service';
import type { CardService } from '../cards/service.ts';
import type { RegisteredServices } from '../services/service.ts';
import type { RegisteredService } from '../services/types.ts';
import { discover } from './discovery.ts';
import type { DiscoveryCall } from './discovery.ts';
import { failureSentence } from './failure.ts';
import { shelveCards, shelveDiscovery } from './items.ts';
import type { CatalogItem, Shelf, Shelved } from './items.ts';
import { createLastGood } from './last-good.ts';

export interface Catalog extends Record<Shelf, CatalogItem[]> {
  warnings: string[];
}

export interface CatalogService {
  /** Items of the services and cards that the actor may use; a service that fails becomes a warning, never an error. */
  collect(actor: Actor, call: Call): Promise<Catalog>;
}

interface CatalogDeps {
  services: Pick<RegisteredServices, 'listFor'>;
  cards: Pick<CardService, 'listFor'>;
  databaseConfigured: boolean;
  /** For each service; all are asked at once. */
  deadlineMs: number;
  /** How long visitors share one catalog. */
  visitorsKeepMs: number;
  logger: Logger;
}

interface Part {
  shelved: Shelved[];
  warnings: string[];
}

export function createCatalogService(deps: CatalogDeps): CatalogService {
  const lastGood = createLastGood();
  let forVisitors: { catalog: Promise<Catalog>; at: number } | null = null;

  /** Only those that the actor may use: the others must stay hidden. */
  async function listServices(actor: Actor, warnings: string[]): Promise<RegisteredService[]> {
    if (!deps.databaseConfigured) {
      warnings.push('The portal has no database, so no services are registered.');
      return [];
    }
    try {
      return await deps.services.listFor(actor);
    } catch (err) {
      deps.logger.error({ err }, 'registered services unavailable');
      warnings.push('The list of services cannot be read at this moment; reload the page shortly.');
      return [];
    }
  }

  async function ask(service: RegisteredService, actor: Actor, call: DiscoveryCall): Promise<Part> {
    const answer = await discover(service, { call, deadlineMs: deps.deadlineMs });
    // An item that was public may be private at the next request, so nothing is kept for visitors.
    const isKept = actor.kind === 'user';
    if (answer.kind === 'answered') {
      const shelved = shelveDiscovery(service.serviceKey, answer.discovery);
      if (isKept)
        lastGood.remember(service.serviceKey, actor, { items: shelved, length: answer.discovery.length });
      const lost = answer.discovery.items.length - shelved.length;
      const warnings =
        lost > 0 ? [`${service.displayName} listed ${lost} entries that cannot be shown.`] : [];
      return { shelved, warnings };
    }
    const warning = failureSentence(service, answer);
    if (answer.kind === 'refused') {
      lastGood.forget(service.serviceKey, actor);
      // A 403 is no fault of the service, and a warning would reveal a service that the caller may not use.
      return { shelved: [], warnings: answer.status === 403 ? [] : [warning] };
    }
    const known = isKept ? lastGood.recall(service.serviceKey, actor) : null;
    if (!known) return { shelved: [], warnings: [warning] };
    const stale = known.map(({ shelf, item }) => ({ shelf, item: { ...item, stale: true } }));
    return { shelved: stale, warnings: [`${warning} What is shown of it is its last answer.`] };
  }

  async function visibleCards(actor: Actor, warnings: string[]) {
    if (!deps.databaseConfigured) return [];
    try {
      return await deps.cards.listFor(actor);
    } catch (err) {
      deps.logger.error({ err }, 'the cards could not be read');
      warnings.push('The cards cannot be read at this moment; reload the page shortly.');
      return [];
    }
  }

  async function collect(actor: Actor, call: DiscoveryCall): Promise<Catalog> {
    const warnings: string[] = [];
    const cardsRead = visibleCards(actor, warnings);
    const services = await listServices(actor, warnings);
    const parts = await Promise.all(services.map((service) => ask(service, actor, call)));
    const listed = parts.flatMap((part) => part.shelved);
    const cards = shelveCards(
      await cardsRead,
      listed.map(({ item }) => item),
    );
    const catalog: Catalog = { datasets: [], maps: [], dashboards: [], reports: [], warnings };
    for (const { shelf, item } of [...listed, ...cards]) catalog[shelf].push(item);
    catalog.warnings.push(...parts.flatMap((part) => part.warnings));
    return catalog;
  }

  /** All visitors see the same catalog, so each service is asked once in a few seconds. */
  function collectForVisitors(requestId: string): Promise<Catalog> {
    const now = performance.now();
    if (forVisitors && now - forVisitors.at < deps.visitorsKeepMs) return forVisitors.catalog;
    // Without credentials, and not aborted when the first visitor disconnects: others share the answer.
    const call = { requestId, signal: new AbortController().signal, request: { headers: {} } };
    forVisitors = { catalog: collect(ANONYMOUS, call), at: now };
    return forVisitors.catalog;
  }

  return {
    collect: (actor, call) =>
      actor.kind === 'anonymous' ? collectForVisitors(call.requestId) : collect(actor, call),
  };
}
