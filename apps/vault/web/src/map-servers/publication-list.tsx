import { Alert, Anchor, Badge, Button, Group } from '@mantine/core';
import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmDanger, CopyButton, RelativeTime, ServiceLink, t } from '@cairn/ui';
import { datasetHref } from '../addresses.ts';
import type { MapServerPublication } from '../client.ts';
import { usePublishAgain, useUnpublish } from './use-map-servers.ts';
import css from './map-servers.module.css';

interface PublicationListProps {
  publications: MapServerPublication[];
  mayEdit: boolean;
  /** Whether datasets are named; else they are all of one. */
  showsDataset?: boolean;
  /** The latest version of the only dataset. */
  latest?: number;
}

const COLORS = {
  queued: 'gray',
  publishing: 'blue',
  published: 'green',
  unpublishing: 'gray',
  failed: 'red',
};

/** Publications on map servers with their addresses. */
export function PublicationList({ publications, ...rest }: PublicationListProps) {
  return (
    <ul className={css.list}>
      {publications.map((publication) => (
        <li key={publication.id} className={css.publication}>
          <PublicationEntry publication={publication} {...rest} />
        </li>
      ))}
    </ul>
  );
}

type EntryProps = Omit<PublicationListProps, 'publications'> & { publication: MapServerPublication };

function PublicationEntry({ publication, mayEdit, showsDataset, latest }: EntryProps) {
  const { status, store, dataset, version, layers, connection, workspace } = publication;
  const isOnline = version !== undefined;
  const left = publication.leftover_store ?? store;
  return (
    <>
      <div className={css.head}>
        <span className={css.name}>
          {showsDataset && !publication.dataset_deleted ? (
            <Anchor component={ServiceLink} href={datasetHref(dataset)} inherit>
              {dataset}
            </Anchor>
          ) : showsDataset ? (
            dataset
          ) : (
            store
          )}
        </span>
        <Badge color={COLORS[status]}>{t(`mapServers.publications.status.${status}`)}</Badge>
      </div>
      <div className={css.quiet}>
        {t('mapServers.publications.on', { server: connection, workspace })}
        {isOnline
          ? ` · ${t('mapServers.publications.published', { version, layers: layers.join(', ') })}`
          : ''}
        {publication.published_at ? (
          <>
            {' · '}
            <RelativeTime value={publication.published_at} />
          </>
        ) : null}
      </div>
      {publication.dataset_deleted ? (
        <div className={css.quiet}>{t('mapServers.publications.datasetDeleted')}</div>
      ) : null}
      {publication.error ? (
        <Alert color="red" mt="xs">
          {publication.error}{' '}
          {publication.leftover && !publication.error.includes(`"${left}"`)
            ? t('mapServers.publications.leftover', { store: left })
            : ''}
        </Alert>
      ) : null}
      {isOnline ? <Urls publication={publication} /> : null}
      {mayEdit ? <Actions publication={publication} latest={latest} /> : null}
    </>
  );
}

function Urls({ publication }: { publication: MapServerPublication }) {
  const services = [
    ['WMS', publication.wms_url],
    ['WFS', publication.wfs_url],
    ['WCS', publication.wcs_url],
  ] as const;
  return (
    <div className={css.urls}>
      {services.map(([service, url]) =>
        url ? (
          <div key={service} className={css.url}>
            <strong>{service}</strong>
            <code>{url}</code>
            <CopyButton value={url} label={t('mapServers.publications.copy', { service })} />
          </div>
        ) : null,
      )}
    </div>
  );
}

function Actions({ publication, latest }: { publication: MapServerPublication; latest: number | undefined }) {
  const [asks, setAsks] = useState(false);
  const again = usePublishAgain(publication);
  const unpublish = useUnpublish(publication);
  const {
    status,
    version,
    store,
    connection,
    connection_id: server,
    dataset_deleted: isDeleted,
  } = publication;
  if (status !== 'published' && status !== 'failed') return null;
  const isOutdated = latest !== undefined && version !== undefined && version < latest;
  const label = isOutdated
    ? t('mapServers.publications.again', { version: latest })
    : t('mapServers.publications.retry');
  return (
    <Group gap={8} mt="xs">
      {server !== null && !isDeleted && (isOutdated || status === 'failed') ? (
        <Button
          size="compact-sm"
          variant="default"
          loading={again.isPending}
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={() => again.mutate()}
        >
          {label}
        </Button>
      ) : null}
      {server === null ? (
        <Button size="compact-sm" variant="default" onClick={() => unpublish.mutate({ forget: true })}>
          {t('mapServers.publications.forget')}
        </Button>
      ) : (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={() => setAsks(true)}
        >
          {t('mapServers.publications.remove')}
        </Button>
      )}
      <ConfirmDanger
        opened={asks}
        title={t('mapServers.publications.removeTitle', { store, server: connection })}
        action={t('mapServers.publications.remove')}
        busy={unpublish.isPending}
        onConfirm={() => unpublish.mutate({ forget: false }, { onSettled: () => setAsks(false) })}
        onClose={() => setAsks(false)}
      >
        {t('mapServers.publications.removeText')}
      </ConfirmDanger>
    </Group>
  );
}
