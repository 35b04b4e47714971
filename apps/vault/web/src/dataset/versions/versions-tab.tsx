import { useMemo } from 'react';
import { ActionIcon, Badge, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { CopyButton, DataTable, FileSize, RelativeTime, t, type Column } from '@cairn/ui';
import { downloadHref, type Version } from '../../client.ts';
import type { DatasetTabProps } from '../tab.ts';
import styles from '../dataset.module.css';

/** All versions, newest first: look at one, download it. */
export function VersionsTab({ metadata, version, versions, onShowVersion: onShow }: DatasetTabProps) {
  const { title } = metadata;
  const current = version.version;
  const columns = useMemo(() => versionColumns(current, onShow), [current, onShow]);
  return (
    <DataTable
      label={t('versions.label', { title })}
      rows={versions}
      columns={columns}
      rowKey={(row) => row.version}
      rowName={(row) => t('dataset.version', { version: row.version })}
      currentKey={current}
      actions={(row) => (
        <Tooltip label={t('versions.download', { version: row.version })}>
          <ActionIcon
            component="a"
            href={downloadHref(row.id)}
            download={row.file_name}
            variant="subtle"
            color="gray"
            aria-label={t('versions.download', { version: row.version })}
          >
            <IconDownload size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    />
  );
}

function versionColumns(current: number, onShow: (version: number) => void): Column<Version>[] {
  return [
    {
      key: 'version',
      header: t('versions.version'),
      value: (row) => row.version,
      cell: (row) => (
        <span style={{ alignItems: 'center', display: 'inline-flex', gap: 8 }}>
          <button
            type="button"
            className={styles.select}
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
    },
    { key: 'file', header: t('versions.file'), value: (row) => row.file_name },
    {
      key: 'size',
      header: t('versions.size'),
      value: (row) => row.size,
      cell: (row) => <FileSize bytes={row.size} />,
      align: 'right',
      from: 'sm',
    },
    { key: 'by', header: t('versions.by'), value: (row) => row.created_by, from: 'md' },
    {
      key: 'when',
      header: t('versions.when'),
      value: (row) => row.created_at,
      cell: (row) => <RelativeTime value={row.created_at} />,
      from: 'sm',
    },
    {
      key: 'sha256',
      header: t('versions.sha256'),
      value: (row) => row.sha256,
      cell: (row) =>
        row.sha256 ? (
          <span style={{ alignItems: 'center', display: 'inline-flex', gap: 4 }}>
            <span className={styles.mono}>{row.sha256.slice(0, 12)}…</span>
            <CopyButton value={row.sha256} label={t('about.copySha')} />
          </span>
        ) : null,
      from: 'lg',
    },
  ];
}
