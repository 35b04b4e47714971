import type { Card, CardInput } from '../client.ts';

export interface CardValues extends Record<string, unknown> {
  title: string;
  card_type: Card['card_type'];
  url: string;
  description: string;
  category: string;
  image_url: string;
  is_public: boolean;
}

/** The form's values for a card, or for a new one. */
export function valuesOf(card?: Card): CardValues {
  return {
    title: card?.title ?? '',
    card_type: card?.card_type ?? 'external',
    url: card?.url ?? '',
    description: card?.description ?? '',
    category: card?.category ?? '',
    image_url: card?.image_url ?? '',
    is_public: card?.is_public ?? true,
  };
}

/** The body for the API; `kept` has the fields that the form does not show. */
export function inputOf(values: CardValues, kept: Partial<Card> & { sort_order: number }): CardInput {
  return {
    title: values.title.trim(),
    card_type: values.card_type,
    url: values.url.trim(),
    description: values.description.trim() || null,
    category: values.category.trim() || null,
    image_url: values.image_url || null,
    is_public: values.is_public,
    sort_order: kept.sort_order,
    source_service: kept.source_service || null,
    source_resource_id: kept.source_resource_id || null,
    is_imported: kept.is_imported ?? false,
    // the server chooses an icon for the new type
    icon: kept.card_type === values.card_type ? kept.icon || null : null,
  };
}

/** Whether a card may link to an address: an http(s) URL, or a path that begins with exactly one slash. */
export function isCardAddress(text: string): boolean {
  const address = text.trim();
  if (/^\/(?![/\\])/.test(address)) return true;
  if (!/^https?:\/\//i.test(address)) return false;
  return URL.canParse(address);
}
