import { memo } from 'react';
import { Badge } from '@mantine/core';
import { FileSize, formatNumber, RelativeTime, RowLink, SharingBadge, t, type Column } from '@cairn/ui';
import { datasetHref } from '../addresses.ts';
import type { DatasetSummary } from '../client.ts';
import { amountOf, kindOf } from './kind.ts';
import { Thumbnail } from './thumbnail.tsx';
import styles from './datasets.module.css';

/** The columns of the list of datasets. */
export function datasetColumns(): Column<DatasetSummary>[] {
  return [
    {
      key: 'title',
      header: t('list.dataset'),
      value: (row) => row.title,
      search: (row) => [row.name, row.description, ...(row.tags ?? [])].join(' '),
      cell: (row) => <NameCell row={row} />,
      always: true,
    },
    { key: 'kind', header: t('list.kind'), value: kindOf, from: 'sm' },
    {
      key: 'features',
      header: t('list.features'),
      value: (row) => row.feature_count,
      cell: (row) => (
        <span className="numeric">
          {row.feature_count === undefined ? '–' : formatNumber(row.feature_count)}
        </span>
      ),
      align: 'right',
      from: 'md',
    },
    {
      key: 'size',
      header: t('list.size'),
      value: sizeOf,
      cell: (row) => <FileSize bytes={sizeOf(row)} />,
      align: 'right',
      from: 'md',
    },
    { key: 'folder', header: t('list.folder'), value: (row) => row.folder, from: 'lg' },
    { key: 'owner', header: t('list.owner'), value: (row) => row.owner, from: 'lg' },
    {
      key: 'updated',
      header: t('list.updated'),
      value: (row) => new Date(row.updated_at),
      cell: (row) => <RelativeTime value={row.updated_at} />,
      from: 'sm',
    },
  ];
}

/** A table of a database has no file. */
function sizeOf({ datasource_type: type, file_size: size }: DatasetSummary): number | undefined {
  return type === 'spatialdb' ? undefined : size;
}

const NameCell = memo(function NameCell({ row }: { row: DatasetSummary }) {
  const amount = amountOf(row) ?? kindOf(row);
  return (
    <div className={styles.name}>
      <Thumbnail dataset={row} />
      <div className={styles.words}>
        <span>
          <RowLink href={datasetHref(row.name)}>{row.title}</RowLink>{' '}
          {row.sharing ? <SharingBadge state={row.sharing} size="xs" /> : null}{' '}
          {row.datasource_type === 'spatialdb' ? (
            <Badge size="xs" color="gray" title={t('list.inDatabaseHint')}>
              {t('list.inDatabase')}
            </Badge>
          ) : null}{' '}
          {row.archived ? (
            <Badge size="xs" color="gray">
              {t('list.archived')}
            </Badge>
          ) : null}
        </span>
        <span className={styles.facts}>
          <span className={styles.amount}>{row.description ? `${amount} · ` : amount}</span>
          {row.description}
        </span>
        {row.tags && row.tags.length > 0 ? (
          <span className={styles.tags}>
            {row.tags.slice(0, 4).map((tag) => (
              <Badge key={tag} size="xs" color="gray">
                {tag}
              </Badge>
            ))}
          </span>
        ) : null}
      </div>
    </div>
  );
});
