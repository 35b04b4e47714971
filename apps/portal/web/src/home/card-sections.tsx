import { t } from '@cairn/ui';
import type { Card } from '../client.ts';
import { cardsByCategory, isScattered } from './cards-by-category.ts';
import classes from './home.module.css';
import { PortalCard } from './portal-card.tsx';

interface Props {
  cards: Card[];
}

/** Cards under headings of their categories, or one grid when most categories have a single card. */
export function CardSections({ cards }: Props) {
  const sections = cardsByCategory(cards);
  if (isScattered(sections)) {
    const all = sections.flatMap((section) => section.cards);
    return <Section title={t('home.allCards')} cards={all} withCategory />;
  }
  return sections.map(({ category, cards: members }) => (
    <Section
      key={category}
      title={category || t(sections.length > 1 ? 'home.otherCards' : 'home.allCards')}
      cards={members}
    />
  ));
}

interface SectionProps {
  title: string;
  cards: Card[];
  withCategory?: boolean;
}

function Section({ title, cards, withCategory = false }: SectionProps) {
  return (
    <section className={classes.section}>
      <h2>{title}</h2>
      <ul className={classes.grid}>
        {cards.map((card) => (
          <li key={card.id}>
            <PortalCard card={card} category={withCategory ? card.category : undefined} />
          </li>
        ))}
      </ul>
    </section>
  );
}
