import type { PortalSchemas } from '@cairn/contracts';
import type { Card, CardFields } from './types.ts';

export function toCardBody(card: Card): PortalSchemas['Card'] {
  return {
    id: card.id,
    title: card.title,
    description: card.description,
    card_type: card.cardType,
    url: card.url,
    icon: card.icon,
    image_url: card.imageUrl,
    category: card.category,
    sort_order: card.sortOrder,
    is_public: card.isPublic,
    source_service: card.sourceService,
    source_resource_id: card.sourceResourceId,
    is_imported: card.isImported,
    created_at: card.createdAt.toISOString(),
  };
}

/** Null and missing fields have their default. */
export function toCardFields(input: PortalSchemas['CardInput']): CardFields {
  return {
    title: input.title,
    description: input.description ?? '',
    cardType: input.card_type,
    url: input.url,
    icon: input.icon ?? '',
    imageUrl: input.image_url ?? '',
    category: input.category ?? '',
    sortOrder: input.sort_order ?? 0,
    isPublic: input.is_public ?? false,
    sourceService: input.source_service ?? '',
    sourceResourceId: String(input.source_resource_id ?? ''),
    isImported: input.is_imported ?? false,
  };
}

export function toCardListBody(cards: Card[]): PortalSchemas['CardList'] {
  const categories = new Set(cards.map((card) => card.category).filter((category) => category !== ''));
  return {
    items: cards.map(toCardBody),
    total: cards.length,
    categories: [...categories].sort((a, b) => a.localeCompare(b)),
  };
}
