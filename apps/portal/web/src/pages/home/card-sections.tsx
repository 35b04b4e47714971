import { t } from '@cairn/ui';
import type { Card } from '../../api.ts';
import { cardsByCategory } from './cards-by-category.ts';
import classes from './home.module.css';
import { PortalCard } from './portal-card.tsx';

interface Props {
  cards: Card[];
}

/** Cards under their categories, in the order that the administrators gave them. */
export function CardSections({ cards }: Props) {
  const sections = cardsByCategory(cards);
  return sections.map(({ category, cards: members }) => (
    <section key={category} className={classes.section}>
      <h2>{category || t(sections.length > 1 ? 'home.otherCards' : 'home.allCards')}</h2>
      <ul className={classes.grid}>
        {members.map((card) => (
          <li key={card.id}>
            <PortalCard card={card} />
          </li>
        ))}
      </ul>
    </section>
  ));
}
