import { Button } from '@mantine/core';
import { t } from '@cairn/ui';
import type { Card } from '../client.ts';
import { useDeleteCard } from '../cards/use-delete-card.ts';

interface Props {
  cards: Card[];
  className?: string;
}

/** Imported cards whose entries no longer exist. */
export function Orphans({ cards, className }: Props) {
  const remove = useDeleteCard();
  if (cards.length === 0) return null;
  return (
    <div className={className}>
      <h3>{t('sync.goneTitle')}</h3>
      <p>{t('sync.goneText')}</p>
      <ul>
        {cards.map((card) => (
          <li key={card.id}>
            {card.title}
            <Button size="compact-sm" variant="default" onClick={() => remove.mutate(card)}>
              {t('sync.goneAction')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
