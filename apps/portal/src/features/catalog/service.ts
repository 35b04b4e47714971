import { ANONYMOUS } from '@cairn/service';
import type { Actor, Call, Logger } from '@cairn/service';
import type { CardService } from '../cards/service.ts';
import type { RegisteredServices } from '../services/service.ts';
import type { RegisteredService } from '../services/types.ts';
import { discover, failureSentence } from '../services/discovery.ts';
import type { DiscoveryCall } from '../services/discovery.ts';
import { cardsToCatalogItems, discoveryToCatalogItems } from './items.ts';
import type { CatalogItem, CatalogSection, SectionedItem } from './items.ts';
import { createLastListings } from './last-listings.ts';

export interface Catalog extends Record<CatalogSection, CatalogItem[]> {
  warnings: string[];
}

export interface CatalogService {
  /** Items of the services and cards that the actor has access to. A failing service becomes a warning, never an error. */
  collect(actor: Actor, call: Call): Promise<Catalog>;
}

interface CatalogDeps {
  services: Pick<RegisteredServices, 'listFor'>;
  cards: Pick<CardService, 'listFor'>;
  databaseConfigured: boolean;
  /** For each service; requests run in parallel. */
  deadlineMs: number;
  /** How long visitors share one catalog. */
  visitorsKeepMs: number;
  logger: Logger;
}

interface Part {
  items: SectionedItem[];
  warnings: string[];
}

export function createCatalogService(deps: CatalogDeps): CatalogService {
  const lastListings = createLastListings();
  let forVisitors: { catalog: Promise<Catalog>; at: number } | null = null;

  async function listServices(actor: Actor, warnings: string[]): Promise<RegisteredService[]> {
    if (!deps.databaseConfigured) {
      warnings.push('The portal has no database, so no services are registered.');
      return [];
    }
    try {
      return await deps.services.listFor(actor);
    } catch (err) {
      deps.logger.error({ err }, 'could not read registered services');
      warnings.push('The services could not be loaded. Reload the page in a moment.');
      return [];
    }
  }

  async function listItems(service: RegisteredService, actor: Actor, call: DiscoveryCall): Promise<Part> {
    const answer = await discover(service, { call, deadlineMs: deps.deadlineMs });
    // Not for visitors: a public item may be private at the next request.
    const isCached = actor.kind === 'user';
    if (answer.kind === 'answered') {
      const items = discoveryToCatalogItems(service.serviceKey, answer.discovery);
      if (isCached) lastListings.set(service, actor, { items, length: answer.discovery.length });
      const invalid = answer.discovery.items.length - items.length;
      const warnings =
        invalid > 0 ? [`${invalid} entries of ${service.displayName} are invalid and not shown.`] : [];
      return { items, warnings };
    }
    const warning = failureSentence(service, answer);
    if (answer.kind === 'refused') {
      lastListings.delete(service, actor);
      // A warning about a 403 would reveal a service that the caller has no access to.
      return { items: [], warnings: answer.status === 403 ? [] : [warning] };
    }
    const last = isCached ? lastListings.get(service, actor) : undefined;
    if (!last) return { items: [], warnings: [warning] };
    const stale = last.map(({ section, item }) => ({ section, item: { ...item, stale: true } }));
    return { items: stale, warnings: [`${warning} The last known entries are shown.`] };
  }

  async function visibleCards(actor: Actor, warnings: string[]) {
    if (!deps.databaseConfigured) return [];
    try {
      return await deps.cards.listFor(actor);
    } catch (err) {
      deps.logger.error({ err }, 'could not read cards');
      warnings.push('The cards could not be loaded. Reload the page in a moment.');
      return [];
    }
  }

  async function collect(actor: Actor, call: DiscoveryCall): Promise<Catalog> {
    const warnings: string[] = [];
    const cardsRead = visibleCards(actor, warnings);
    const services = await listServices(actor, warnings);
    const parts = await Promise.all(services.map((service) => listItems(service, actor, call)));
    const listed = parts.flatMap((part) => part.items);
    const cards = cardsToCatalogItems(
      await cardsRead,
      listed.map(({ item }) => item),
    );
    const catalog: Catalog = { datasets: [], maps: [], dashboards: [], reports: [], warnings };
    for (const { section, item } of [...listed, ...cards]) catalog[section].push(item);
    catalog.warnings.push(...parts.flatMap((part) => part.warnings));
    return catalog;
  }

  /** All visitors see the same catalog, so it is cached for a few seconds. */
  function collectForVisitors(requestId: string): Promise<Catalog> {
    const now = performance.now();
    if (forVisitors && now - forVisitors.at < deps.visitorsKeepMs) return forVisitors.catalog;
    // Has no credentials, and goes on when the first visitor disconnects.
    const call = { requestId, signal: new AbortController().signal, request: { headers: {} } };
    forVisitors = { catalog: collect(ANONYMOUS, call), at: now };
    return forVisitors.catalog;
  }

  return {
    collect: (actor, call) =>
      actor.kind === 'anonymous' ? collectForVisitors(call.requestId) : collect(actor, call),
  };
}
