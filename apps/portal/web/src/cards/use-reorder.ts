import { useQueryClient } from '@tanstack/react-query';
import { notifyError, useChange } from '@cairn/ui';
import { portal, type Card } from '../client.ts';
import { cardsKey } from '../query-keys.ts';
import { changedPositions, type Position } from './card-order.ts';

interface CardList {
  items: Card[];
}

/** Shows a new order immediately and saves it; the old order returns if saving fails. */
export function useReorder() {
  const queries = useQueryClient();
  const key = [...cardsKey, 'all'];
  const save = useChange((body: Position[]) => portal.POST('/api/admin/portal/cards/reorder', { body }), {
    refresh: [cardsKey],
    quiet: true,
  });
  return (cards: Card[]) => {
    const positions = changedPositions(cards);
    if (positions.length === 0) return;
    const before = queries.getQueryData<CardList>(key);
    queries.setQueryData<CardList>(
      key,
      (list) => list && { ...list, items: cards.map((card, index) => ({ ...card, sort_order: index })) },
    );
    save.mutate(positions, {
      onError(error) {
        queries.setQueryData(key, before);
        notifyError(error);
      },
    });
  };
}
