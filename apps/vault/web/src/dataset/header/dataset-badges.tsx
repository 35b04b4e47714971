import { Badge } from '@mantine/core';
import { IconArchive, IconCloud, IconDatabase, IconFolder } from '@tabler/icons-react';
import { basePath, ServiceLink, SharingBadge, t } from '@cairn/ui';
import type { DatasetMetadata, Version } from '../../client.ts';

interface DatasetBadgesProps {
  metadata: DatasetMetadata;
  version: Version;
}

/** Version, sharing, state, storage and folder as badges. */
export function DatasetBadges({ metadata, version }: DatasetBadgesProps) {
  const { archived, folder, folder_id: folderId, sharing } = metadata;
  return (
    <>
      <Badge color="gray">{t('dataset.version', { version: version.version })}</Badge>
      {sharing ? <SharingBadge state={sharing} /> : null}
      {archived ? (
        <Badge color="yellow" leftSection={<IconArchive size={12} aria-hidden />}>
          {t('dataset.archived')}
        </Badge>
      ) : null}
      {version.datasource_type === 'remote' ? (
        <Badge color="gray" leftSection={<IconCloud size={12} aria-hidden />} title={t('dataset.remoteHint')}>
          {t('dataset.remote')}
        </Badge>
      ) : null}
      {version.datasource_type === 'spatialdb' ? (
        <Badge color="gray" leftSection={<IconDatabase size={12} aria-hidden />}>
          {t('dataset.spatialdb')}
        </Badge>
      ) : null}
      {folder && folderId ? (
        <Badge
          component={ServiceLink}
          href={`${basePath()}/?folder=${folderId}`}
          color="gray"
          leftSection={<IconFolder size={12} aria-hidden />}
          style={{ cursor: 'pointer' }}
        >
          {folder}
        </Badge>
      ) : null}
    </>
  );
}
