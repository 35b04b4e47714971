import { VisuallyHidden } from '@mantine/core';
import { IconArrowUpRight } from '@tabler/icons-react';
import { ServiceLink, t, Thumbnail } from '@cairn/ui';
import type { Card } from '../client.ts';
import classes from './portal-card.module.css';

interface Props {
  card: Pick<Card, 'title' | 'description' | 'card_type' | 'url' | 'image_url'>;
  /** Shown above the title when no heading shows it. */
  category?: string;
}

/** One card of the home page. */
export function PortalCard({ card, category }: Props) {
  const foreign = /^https?:/i.test(card.url);
  return (
    <ServiceLink
      className={classes.card}
      href={card.url}
      {...(foreign ? { rel: 'noreferrer', target: '_blank' } : {})}
    >
      <Thumbnail kind={card.card_type} src={card.image_url} seed={card.title} />
      <span className={classes.body}>
        {category && <span className={classes.category}>{category}</span>}
        <span className={classes.title}>
          {card.title}
          {foreign && <IconArrowUpRight size={15} aria-hidden />}
          {foreign && <VisuallyHidden>{t('home.newTab')}</VisuallyHidden>}
        </span>
        <span className={classes.text}>{card.description || t(`cardType.${card.card_type}`)}</span>
      </span>
    </ServiceLink>
  );
}
