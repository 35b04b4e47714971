import { Anchor } from '@mantine/core';
import {
  ErrorState,
  LoadingRows,
  Panel,
  portalPath,
  RelativeTime,
  ServiceLink,
  t,
  Thumbnail,
} from '@cairn/ui';
import type { CatalogItem } from '../client.ts';
import { useCatalog } from '../catalog/use-catalog.ts';
import classes from './recent-datasets.module.css';

/** The most recently updated datasets. */
export function RecentDatasets() {
  const { data, error, isPending, refetch } = useCatalog();
  // Cards that link to a dataset do not say when it changed.
  const recent = (data?.datasets ?? [])
    .filter(({ updated_at: at }) => at)
    .sort((a, b) => (b.updated_at ?? '').localeCompare(a.updated_at ?? ''))
    .slice(0, 6);
  const all = (
    <Anchor component={ServiceLink} href={`${portalPath()}/catalog`} size="sm">
      {t('home.recent.all')}
    </Anchor>
  );
  return (
    <Panel title={t('home.recent.title')} action={all} flush>
      {isPending && (
        <div className={classes.load}>
          <LoadingRows rows={4} />
        </div>
      )}
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {data && recent.length === 0 && <p className={classes.none}>{t('home.recent.none')}</p>}
      {recent.length > 0 && (
        <ul className={classes.list}>
          {recent.map((item) => (
            <li key={item.id}>
              <RecentItem item={item} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function RecentItem({ item }: { item: CatalogItem }) {
  return (
    <ServiceLink className={classes.item} href={item.url}>
      <Thumbnail kind="dataset" src={item.thumbnail} seed={item.title} small />
      <span className={classes.words}>
        <span className={classes.title}>{item.title}</span>
        <span className={classes.meta}>
          {item.category ? `${item.category} · ` : ''}
          <RelativeTime value={item.updated_at} />
        </span>
      </span>
    </ServiceLink>
  );
}
