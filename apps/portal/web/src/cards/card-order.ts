import type { Card } from '../client.ts';

export interface Position {
  id: number;
  sort_order: number;
}

/** A copy with one element moved to another index. */
export function moved<Item>(items: Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), items[from] as Item, ...rest.slice(to)];
}

/** The positions that must be saved to put the cards in this order. */
export function changedPositions(cards: Pick<Card, 'id' | 'sort_order'>[]): Position[] {
  return cards
    .map((card, index) => ({ id: card.id, sort_order: index, before: card.sort_order }))
    .filter(({ sort_order, before }) => sort_order !== before)
    .map(({ id, sort_order }) => ({ id, sort_order }));
}
