import { Button, Skeleton } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { EmptyState, formatNumber, t } from '@cairn/ui';
import { CatalogCard } from './catalog-card.tsx';
import { CatalogLine } from './catalog-line.tsx';
import classes from './catalog.module.css';
import type { CatalogFilters } from './use-catalog-filters.ts';

const CatalogMap = lazy(() => import('./catalog-map.tsx').then((module) => ({ default: module.CatalogMap })));

const PAGE_SIZE = 24;

interface Props {
  state: CatalogFilters;
}

/** The entries that match the filters, in the selected view. */
export function CatalogResults({ state }: Props) {
  const { found, view } = state;
  const [limit, setLimit] = useState(PAGE_SIZE);
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
  const shown = found.slice(0, limit);
  const Item = view === 'list' ? CatalogLine : CatalogCard;
  return (
    <>
      <ul className={view === 'list' ? classes.list : classes.grid}>
        {shown.map((item) => (
          <Item key={`${item.service}/${item.type}/${item.id}`} item={item} onTag={addTag} />
        ))}
      </ul>
      {found.length > shown.length && (
        <div className={classes.more}>
          <Button variant="default" onClick={() => setLimit(limit + PAGE_SIZE)}>
            {t('catalog.more', { number: formatNumber(Math.min(PAGE_SIZE, found.length - shown.length)) })}
          </Button>
          <span>
            {t('catalog.shownOf', { shown: formatNumber(shown.length), total: formatNumber(found.length) })}
          </span>
        </div>
      )}
    </>
  );
}
