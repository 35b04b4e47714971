import Fuse, { type Expression } from 'fuse.js';
import { plainAddress } from './recent-addresses.ts';

export interface PaletteItem {
  id: string;
  group: string;
  label: string;
  description?: string;
  keywords?: string;
  /** Where it leads, as the browser sees it. */
  href?: string;
  onClick: () => void;
}

export interface FoundGroup {
  group: string;
  items: PaletteItem[];
}

const MAX_PER_GROUP = 7;
const MAX_RECENT = 6;
const OPTIONS = {
  keys: [
    { name: 'label', weight: 5 },
    { name: 'keywords', weight: 2 },
    { name: 'description', weight: 1 },
  ],
  ignoreLocation: true,
  ignoreDiacritics: true,
};

/**
 * Finds by words, each of which has to fit; misspelled ones where nothing else fits, unless more items are still loading: one
 * of those may be what was meant. The group with the best hit comes first.
 */
export function createPaletteSearch(
  items: PaletteItem[],
  { isLoading = false } = {},
): (query: string) => FoundGroup[] {
  const exact = new Fuse(items, { ...OPTIONS, threshold: 0 });
  const tolerant = new Fuse(items, { ...OPTIONS, threshold: 0.34, useExtendedSearch: true });
  return (query) => {
    const words = query.trim().split(/\s+/).filter(Boolean);
    if (words.length === 0) return inGroups(items);
    const hits = exact.search(allOf(words, ['label', 'keywords', 'description']));
    const found =
      hits.length > 0 || isLoading
        ? hits
        : tolerant.search(allOf(words.map(toPattern), ['label', 'keywords']));
    return inGroups(found.map(({ item }) => item));
  };
}

function allOf(words: string[], keys: string[]): Expression {
  return { $and: words.map((word) => ({ $or: keys.map((key) => ({ [key]: word })) })) };
}

/** A word as a pattern of Fuse, without its operators; short words must match exactly. */
function toPattern(word: string): string {
  const plain = word.replaceAll(/[!^='"|$]/g, '');
  return plain.length < 4 ? `'${plain}` : plain;
}

/** Items that the user visited last and may still see, without the current page. */
export function recentItems(items: PaletteItem[], addresses: string[], here: string): PaletteItem[] {
  const byAddress = new Map(
    items.flatMap((item) => (item.href ? [[plainAddress(item.href), item]] : [])).reverse() as [
      string,
      PaletteItem,
    ][],
  );
  return addresses
    .filter((address) => address !== plainAddress(here))
    .flatMap((address) => byAddress.get(address) ?? [])
    .slice(0, MAX_RECENT);
}

function inGroups(items: PaletteItem[]): FoundGroup[] {
  return [...Map.groupBy(items, ({ group }) => group)].map(([group, found]) => ({
    group,
    items: found.slice(0, MAX_PER_GROUP),
  }));
}
