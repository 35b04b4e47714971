import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { notifyDone, notifyError, t, unwrap } from '@cairn/ui';
import { portal } from '../client.ts';
import { cardsKey, catalogKey } from '../query-keys.ts';
import { cardFor, type Compared } from './compare-with-cards.ts';

interface Props {
  service: string;
  items: Compared[];
  /** Position of the first new card, and the resource type of entries that have none of their own. */
  place: { sortOrder: number; resourceType: string | undefined };
  /** A small button, for a row. */
  quiet?: boolean;
  onDone?: () => void;
  children: ReactNode;
}

/** Creates or updates the cards of entries. */
export function ImportButton({ service, items, place, quiet = false, onDone, children }: Props) {
  const queries = useQueryClient();
  const run = useMutation({
    mutationFn: async () => {
      for (const [index, compared] of items.entries()) {
        const body = cardFor(service, compared, { ...place, sortOrder: place.sortOrder + index });
        const { card } = compared;
        await (card
          ? unwrap(portal.PUT('/api/admin/portal/cards/{id}', { params: { path: { id: card.id } }, body }))
          : unwrap(portal.POST('/api/admin/portal/cards', { body })));
      }
    },
    onSuccess() {
      notifyDone(t('sync.done', { count: items.length }));
      onDone?.();
    },
    onError: notifyError,
    // After a failure too: earlier cards have been saved.
    onSettled: () =>
      Promise.all([cardsKey, catalogKey].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  return (
    <Button
      size={quiet ? 'compact-sm' : 'sm'}
      variant={quiet ? 'default' : 'filled'}
      loading={run.isPending}
      disabled={items.length === 0}
      onClick={() => run.mutate()}
    >
      {children}
    </Button>
  );
}
