import { useQueryClient } from '@tanstack/react-query';
import { notifyError, useChange } from '@cairn/ui';
import { portal, type Card } from '../../api.ts';
import { keys } from '../../queries.ts';
import { changedPositions, type Position } from './order.ts';

interface CardList {
  items: Card[];
}

/** Saves an order at once on the screen and then on the server; a refusal puts the old order back. */
export function useReorder() {
  const queries = useQueryClient();
  const key = [...keys.cards, 'all'];
  const save = useChange((body: Position[]) => portal.POST('/api/admin/portal/cards/reorder', { body }), {
    refresh: [keys.cards],
    quiet: true,
  });
  return (cards: Card[]) => {
    const positions = changedPositions(cards);
    if (positions.length === 0) return;
    const before = queries.getQueryData<CardList>(key);
    queries.setQueryData<CardList>(
      key,
      (known) => known && { ...known, items: cards.map((card, index) => ({ ...card, sort_order: index })) },
    );
    save.mutate(positions, {
      onError(error) {
        queries.setQueryData(key, before);
        notifyError(error);
      },
    });
  };
}
