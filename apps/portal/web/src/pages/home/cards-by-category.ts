import type { Card } from '../../api.ts';

interface Section {
  category: string;
  cards: Card[];
}

/** Groups cards by category in the order in which the categories first appear; cards without one come last. */
export function cardsByCategory(cards: Card[]): Section[] {
  const sections = new Map<string, Card[]>();
  for (const card of cards) {
    const category = card.category.trim();
    sections.set(category, [...(sections.get(category) ?? []), card]);
  }
  return [...sections]
    .map(([category, members]) => ({ category, cards: members }))
    .sort((a, b) => Number(a.category === '') - Number(b.category === ''));
}
