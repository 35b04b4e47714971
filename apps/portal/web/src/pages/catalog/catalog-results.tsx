import { Button, Skeleton } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { EmptyState, t } from '@cairn/ui';
import { CatalogCard } from './catalog-card.tsx';
import { CatalogLine } from './catalog-line.tsx';
import classes from './catalog.module.css';
import type { CatalogFilters } from './use-catalog-filters.ts';

const CatalogMap = lazy(() => import('./catalog-map.tsx').then((module) => ({ default: module.CatalogMap })));

interface Props {
  state: CatalogFilters;
}

/** What was found, in the chosen view. */
export function CatalogResults({ state }: Props) {
  const { found, view } = state;
  const addTag = (tag: string) => state.setTags([...new Set([...state.filters.tags, tag])]);
  if (found.length === 0) {
    return (
      <EmptyState
        boxed
        icon={<IconSearchOff size={22} stroke={1.6} />}
        title={t('catalog.noMatch.title')}
        text={t('catalog.noMatch.text')}
        action={
          <Button variant="default" onClick={state.reset}>
            {t('catalog.reset')}
          </Button>
        }
      />
    );
  }
  if (view === 'map') {
    return (
      <Suspense fallback={<Skeleton height={520} radius="md" />}>
        <CatalogMap items={found} />
      </Suspense>
    );
  }
  const Item = view === 'list' ? CatalogLine : CatalogCard;
  return (
    <ul className={view === 'list' ? classes.list : classes.grid}>
      {found.map((item) => (
        <Item key={`${item.service}/${item.type}/${item.id}`} item={item} onTag={addTag} />
      ))}
    </ul>
  );
}
