import type { Catalog, CatalogItem } from '../client.ts';

export interface Filters {
  search: string;
  type: string;
  category: string;
  service: string;
  tags: string[];
}

export interface Facet {
  value: string;
  count: number;
}

export type Order = 'updated' | 'title';

/** All entries of a catalog in one list. */
export function allItems(catalog: Catalog): CatalogItem[] {
  return [...catalog.datasets, ...catalog.maps, ...catalog.dashboards, ...catalog.reports];
}

/** Entries that match every filter; `except` leaves one filter out, to count the entries of its values. */
export function filterItems(items: CatalogItem[], filters: Filters, except?: keyof Filters): CatalogItem[] {
  const words = filters.search.toLowerCase().split(/\s+/).filter(Boolean);
  const on = (name: keyof Filters) => name !== except;
  return items.filter((item) => {
    if (on('type') && filters.type && item.type !== filters.type) return false;
    if (on('category') && filters.category && item.category !== filters.category) return false;
    if (on('service') && filters.service && item.service !== filters.service) return false;
    if (on('tags') && !filters.tags.every((tag) => item.tags?.includes(tag))) return false;
    const text = searchText(item);
    return words.every((word) => text.includes(word));
  });
}

/** The values of a field and how many entries have them, most frequent first. */
export function facet(
  items: CatalogItem[],
  read: (item: CatalogItem) => readonly (string | undefined)[],
): Facet[] {
  const counts = new Map<string, number>();
  for (const item of items) {
    for (const value of read(item)) if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || a.value.localeCompare(b.value));
}

/** A sorted copy: newest first, or by title. Entries without a time come last. */
export function sortItems(items: CatalogItem[], order: Order): CatalogItem[] {
  const byTitle = (a: CatalogItem, b: CatalogItem) =>
    a.title.localeCompare(b.title, undefined, { numeric: true });
  if (order === 'title') return [...items].sort(byTitle);
  return [...items].sort((a, b) => timeOf(b) - timeOf(a) || byTitle(a, b));
}

/** Whether a filter other than the search is set. */
export function isFiltered(filters: Filters): boolean {
  return filters.type !== '' || filters.category !== '' || filters.service !== '' || filters.tags.length > 0;
}

function timeOf(item: CatalogItem): number {
  return item.updated_at ? Date.parse(item.updated_at) || 0 : 0;
}

function searchText(item: CatalogItem): string {
  return [item.title, item.description, item.category, item.owner, ...(item.tags ?? [])]
    .join(' ')
    .toLowerCase();
}
