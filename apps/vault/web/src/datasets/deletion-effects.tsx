import { Anchor } from '@mantine/core';
import { formatNumber, ServiceLink, t } from '@cairn/ui';
import { mapServersHref } from '../addresses.ts';
import { usePublications } from '../dataset/publish/use-publications.ts';
import { useDatasetPublications } from '../map-servers/use-map-servers.ts';
import styles from './datasets.module.css';

/** Longer lists say how many there are besides these. */
const MAX_LISTED = 5;

/** What else ends when a dataset is deleted, and what stays on map servers. */
export function DeletionEffects({ dataset }: { dataset: string }) {
  const published = usePublications(dataset);
  const onServers = useDatasetPublications(dataset);
  const addresses = published.data ?? [];
  const stores = (onServers.data ?? []).filter(({ version, leftover }) => version !== undefined || leftover);
  return (
    <>
      {published.error || onServers.error ? <p>{t('delete.unknown')}</p> : null}
      {addresses.length > 0 ? (
        <section className={styles.effects}>
          <p>{t('delete.ends')}</p>
          <ul>
            {addresses.slice(0, MAX_LISTED).map(({ id, layer, follow, version, target }) => (
              <li key={id}>
                {target === 'gis-runtime'
                  ? t('delete.wms', { layer, version })
                  : t(follow === 'latest' ? 'delete.tiles' : 'delete.tilesOf', { layer, version })}
              </li>
            ))}
            <More of={addresses} />
          </ul>
        </section>
      ) : null}
      {stores.length > 0 ? (
        <section className={styles.effects}>
          <p>{t('delete.stays')}</p>
          <ul>
            {stores
              .slice(0, MAX_LISTED)
              .map(({ id, store, workspace, connection, connection_id: server }) => (
                <li key={id}>
                  {t('delete.store', { store, workspace })}{' '}
                  {server === null ? (
                    connection
                  ) : (
                    <Anchor
                      component={ServiceLink}
                      href={`${mapServersHref(server)}?tab=publications`}
                      inherit
                    >
                      {connection}
                    </Anchor>
                  )}
                </li>
              ))}
            <More of={stores} />
          </ul>
        </section>
      ) : null}
    </>
  );
}

function More({ of }: { of: unknown[] }) {
  const count = of.length - MAX_LISTED;
  return count > 0 ? <li>{t('delete.more', { number: formatNumber(count) })}</li> : null;
}
