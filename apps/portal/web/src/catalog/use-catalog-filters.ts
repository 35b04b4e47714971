import { useMemo } from 'react';
import { useUrlState } from '@cairn/ui';
import { facet, filterItems, sortItems, type Filters, type Order } from './catalog-filters.ts';
import type { CatalogItem } from '../client.ts';

export type View = 'grid' | 'list' | 'map';

/** The catalog's filters, order and view, all of them in the address. */
export function useCatalogFilters(items: CatalogItem[]) {
  const [search, setSearch] = useUrlState('q');
  const [type, setType] = useUrlState('type');
  const [category, setCategory] = useUrlState('category');
  const [service, setService] = useUrlState('service');
  const [tagList, setTagList] = useUrlState('tags');
  const [order, setOrder] = useUrlState('order', 'updated');
  const [view, setView] = useUrlState('view', 'grid');
  const filters: Filters = useMemo(
    () => ({ search, type, category, service, tags: tagList ? tagList.split(',') : [] }),
    [search, type, category, service, tagList],
  );
  const found = useMemo(
    () => sortItems(filterItems(items, filters), order === 'title' ? 'title' : 'updated'),
    [items, filters, order],
  );
  const facets = useMemo(
    () => ({
      type: facet(filterItems(items, filters, 'type'), (item) => [item.type]),
      category: facet(filterItems(items, filters, 'category'), (item) => [item.category]),
      service: facet(filterItems(items, filters, 'service'), (item) => [item.service]),
      tags: facet(filterItems(items, filters, 'tags'), (item) => item.tags ?? []),
    }),
    [items, filters],
  );
  return {
    filters,
    facets,
    found,
    order: (order === 'title' ? 'title' : 'updated') satisfies Order as Order,
    view: (['grid', 'list', 'map'].includes(view) ? view : 'grid') as View,
    setSearch,
    setType,
    setCategory,
    setService,
    setTags: (tags: string[]) => setTagList(tags.join(',')),
    setOrder,
    setView,
    reset() {
      for (const clear of [setSearch, setType, setCategory, setService, setTagList]) clear('');
    },
  };
}

export type CatalogFilters = ReturnType<typeof useCatalogFilters>;
