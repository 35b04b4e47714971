import type { Card } from '../client.ts';

export interface Section {
  category: string;
  cards: Card[];
}

/** Cards by category, in the order in which the categories first appear. Cards without one come last. */
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

/** Whether headings would dominate the page: several categories with fewer than two cards each on average. */
export function isScattered(sections: Section[]): boolean {
  const cards = sections.reduce((sum, section) => sum + section.cards.length, 0);
  return sections.length > 1 && cards < sections.length * 2;
}
