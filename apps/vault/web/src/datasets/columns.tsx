import { Badge } from '@mantine/core';
import { FileSize, RelativeTime, RowLink, t, type Column } from '@cairn/ui';
import { datasetHref, type DatasetSummary } from '../client.ts';
import { amountOf, kindOf } from './kind.ts';
import { Thumbnail } from './thumbnail.tsx';
import styles from './datasets.module.css';

/** The columns of the list of datasets. */
export function datasetColumns(): Column<DatasetSummary>[] {
  return [
    {
      key: 'title',
      header: t('list.dataset'),
      value: (row) => [row.title, row.name, row.description, ...(row.tags ?? [])].filter(Boolean).join(' '),
      cell: (row) => <NameCell row={row} />,
      always: true,
    },
    { key: 'kind', header: t('list.kind'), value: kindOf, from: 'sm' },
    {
      key: 'features',
      header: t('list.features'),
      value: (row) => row.feature_count,
      cell: (row) => <span className="numeric">{row.feature_count?.toLocaleString() ?? '–'}</span>,
      align: 'right',
      from: 'md',
    },
    {
      key: 'size',
      header: t('list.size'),
      value: (row) => row.file_size,
      cell: (row) => <FileSize bytes={row.file_size} />,
      align: 'right',
      from: 'md',
    },
    { key: 'owner', header: t('list.owner'), value: (row) => row.owner, from: 'lg' },
    {
      key: 'updated',
      header: t('list.updated'),
      value: (row) => row.updated_at,
      cell: (row) => <RelativeTime value={row.updated_at} />,
      from: 'sm',
    },
  ];
}

function NameCell({ row }: { row: DatasetSummary }) {
  const facts = [row.type === 'raster' ? kindOf(row) : amountOf(row), row.description].filter(Boolean);
  return (
    <div className={styles.name}>
      <Thumbnail dataset={row} />
      <div className={styles.words}>
        <RowLink href={datasetHref(row.name)}>{row.title}</RowLink>
        <span className={styles.facts}>{facts.join(' · ')}</span>
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
}
