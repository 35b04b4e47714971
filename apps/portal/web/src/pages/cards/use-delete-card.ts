import { notifyUndo, t, useChange } from '@cairn/ui';
import { portal, type Card } from '../../api.ts';
import { keys } from '../../queries.ts';
import { inputOf, valuesOf } from './card-input.ts';

/** Deletes a card and offers to put it back where it was. */
export function useDeleteCard(onDeleted?: () => void) {
  const restore = useChange(
    (card: Card) => portal.POST('/api/admin/portal/cards', { body: inputOf(valuesOf(card), card) }),
    {
      refresh: [keys.cards, keys.catalog],
      done: t('cards.restored'),
    },
  );
  return useChange(
    ({ id }: Card) => portal.DELETE('/api/admin/portal/cards/{id}', { params: { path: { id } } }),
    {
      refresh: [keys.cards, keys.catalog],
      onDone(_, card) {
        notifyUndo(t('cards.deleted', { title: card.title }), () => restore.mutate(card));
        onDeleted?.();
      },
    },
  );
}
