import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { notifyDone, notifyError, t, unwrap } from '@cairn/ui';
import { portal } from '../../api.ts';
import { keys } from '../../queries.ts';
import { cardFor, type Compared } from './compare.ts';

interface Props {
  service: string;
  items: Compared[];
  /** Where the first new card goes, and the type that the service named for all. */
  place: { sortOrder: number; resourceType: string | undefined };
  /** A small button, for a row. */
  quiet?: boolean;
  onDone?: () => void;
  children: ReactNode;
}

/** Makes cards of offered items, or brings their cards up to date. */
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
    // after a failure too: what came before it has been saved
    onSettled: () =>
      Promise.all([keys.cards, keys.catalog].map((queryKey) => queries.invalidateQueries({ queryKey }))),
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
