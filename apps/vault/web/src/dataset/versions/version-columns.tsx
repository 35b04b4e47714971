import { Badge } from '@mantine/core';
import { FileSize, formatNumber, RelativeTime, t, type Column } from '@cairn/ui';
import type { Version } from '../../client.ts';
import { describeOperation } from './describe-operation.ts';
import styles from './versions.module.css';
import shared from '../dataset.module.css';

interface Shown {
  versions: Version[];
  current: number;
  onShow: (version: number) => void;
}

/** What a list of versions says of each. */
export function versionColumns({ versions, current, onShow }: Shown): Column<Version>[] {
  const words = (row: Version) => describeOperation({ ...row, from: numberOf(versions, row.parent_id) });
  return [
    {
      key: 'version',
      header: t('versions.version'),
      value: (row) => row.version,
      cell: (row) => (
        <span className={styles.number}>
          <button
            type="button"
            className={shared.select}
            aria-label={t('versions.show', { version: row.version })}
            aria-pressed={row.version === current}
            onClick={() => onShow(row.version)}
          >
            {row.version}
          </button>
          {row.latest ? <Badge size="xs">{t('versions.latest')}</Badge> : null}
        </span>
      ),
      always: true,
      width: 110,
    },
    {
      key: 'what',
      header: t('versions.what'),
      value: words,
      search: (row) => `${row.label ?? ''} ${row.file_name}`,
      cell: (row) => (
        <div className={styles.what}>
          <span>{words(row)}</span>
          <span className={styles.label}>{row.label ?? row.file_name}</span>
          <span className={styles.narrow}>
            {row.created_by ? `${row.created_by} · ` : ''}
            <RelativeTime value={row.created_at} /> · <FileSize bytes={row.size} />
          </span>
        </div>
      ),
      always: true,
    },
    {
      key: 'features',
      header: t('versions.features'),
      value: (row) => row.feature_count,
      cell: (row) => (row.feature_count === undefined ? '–' : formatNumber(row.feature_count)),
      align: 'right',
      from: 'md',
    },
    {
      key: 'size',
      header: t('versions.size'),
      value: (row) => row.size,
      cell: (row) => <FileSize bytes={row.size} />,
      align: 'right',
      from: 'md',
    },
    { key: 'format', header: t('versions.format'), value: (row) => row.format, from: 'lg' },
    { key: 'by', header: t('versions.by'), value: (row) => row.created_by, from: 'md' },
    {
      key: 'when',
      header: t('versions.when'),
      value: (row) => row.created_at,
      cell: (row) => <RelativeTime value={row.created_at} />,
      from: 'sm',
    },
  ];
}

/** Number of the version with this id, when it belongs to the same dataset. */
export function numberOf(versions: Version[], id: number | undefined): number | undefined {
  return id === undefined ? undefined : versions.find((version) => version.id === id)?.version;
}
