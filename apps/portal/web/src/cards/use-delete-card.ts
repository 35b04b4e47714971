import { notifyUndo, t, useChange } from '@cairn/ui';
import { portal, type Card } from '../client.ts';
import { cardsKey, catalogKey } from '../query-keys.ts';
import { inputOf, valuesOf } from './card-input.ts';

/** Deletes a card and offers to restore it at its position. */
export function useDeleteCard(onDeleted?: () => void) {
  const restore = useChange(
    (card: Card) => portal.POST('/api/admin/portal/cards', { body: inputOf(valuesOf(card), card) }),
    {
      refresh: [cardsKey, catalogKey],
      done: ({ title }) => t('cards.restored', { title }),
    },
  );
  return useChange(
    ({ id }: Card) => portal.DELETE('/api/admin/portal/cards/{id}', { params: { path: { id } } }),
    {
      refresh: [cardsKey, catalogKey],
      onDone(_, card) {
        notifyUndo(t('cards.deleted', { title: card.title }), () => restore.mutate(card));
        onDeleted?.();
      },
    },
  );
}
