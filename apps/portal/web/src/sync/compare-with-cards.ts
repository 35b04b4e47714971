import type { Card, CardInput, DiscoveryItem } from '../client.ts';

export interface Compared {
  /** The item's id in its service. */
  id: string;
  title: string;
  item: DiscoveryItem;
  /** Linked: a card that was not imported has the same link, so the entry is not imported. */
  state: 'new' | 'imported' | 'changed' | 'linked';
  card: Card | null;
}

/** The entries of a service with their cards. */
export function compareWithCards(service: string, items: DiscoveryItem[], cards: Card[]): Compared[] {
  const own = new Map(
    cards.filter((card) => card.source_service === service).map((card) => [card.source_resource_id, card]),
  );
  return items.flatMap((item) => {
    if (item.id === undefined || !item.title || !item.url) return [];
    const id = String(item.id);
    const card = own.get(id) ?? null;
    const linked = card === null && cards.some(({ url }) => url === item.url);
    return [{ id, title: item.title, item, card, state: linked ? 'linked' : stateOf(item, card) }];
  });
}

/** Whether an import would create or change a card. */
export function isImportable({ state }: Compared): boolean {
  return state === 'new' || state === 'changed';
}

/** Imported cards whose entry no longer exists. */
export function orphans(service: string, items: DiscoveryItem[], cards: Card[]): Card[] {
  const offered = new Set(items.map((item) => String(item.id)));
  return cards.filter(
    (card) => card.is_imported && card.source_service === service && !offered.has(card.source_resource_id),
  );
}

/** The card for an entry; an existing card keeps its position, visibility and picture. */
export function cardFor(service: string, { item, card, id }: Compared, place: Place): CardInput {
  return {
    title: item.title ?? id,
    card_type: cardType(typeof item.resource_type === 'string' ? item.resource_type : place.resourceType),
    url: item.url ?? '/',
    description: item.description || card?.description || null,
    category: card?.category || item.category || null,
    image_url: card?.image_url || item.thumbnail || null,
    sort_order: card?.sort_order ?? place.sortOrder,
    is_public: card?.is_public ?? false,
    source_service: service,
    source_resource_id: id,
    is_imported: true,
  };
}

interface Place {
  sortOrder: number;
  resourceType: string | undefined;
}

/** The card type for a service's resource type: `vault_dataset` gives dataset, `map_report` report. */
export function cardType(resourceType: string | undefined): Card['card_type'] {
  const type = resourceType?.toLowerCase() ?? '';
  if (type.includes('dashboard')) return 'dashboard';
  if (type.includes('report')) return 'report';
  return type.includes('map') ? 'map' : 'dataset';
}

function stateOf(item: DiscoveryItem, card: Card | null): Compared['state'] {
  if (!card) return 'new';
  const described = !item.description || item.description === card.description;
  return item.title === card.title && item.url === card.url && described ? 'imported' : 'changed';
}
