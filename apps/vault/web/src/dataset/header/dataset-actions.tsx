import { Button } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatBytes, t, useRights } from '@cairn/ui';
import { downloadHref } from '../../addresses.ts';
import type { DatasetTabProps } from '../types.ts';
import { PublishButton } from '../publish/publish-button.tsx';
import { ShareButton } from './share-button.tsx';
import { DatasetMenu } from './dataset-menu.tsx';

/** The main actions: download, upload a new version, share. */
export function DatasetActions(props: DatasetTabProps) {
  const { metadata, version } = props;
  const editor = useRights('vault').edit;
  const isFile = version.datasource_type === undefined || version.datasource_type === 'file';
  return (
    <>
      {editor && metadata.permissions?.edit && !metadata.archived ? (
        <Button
          component={Link}
          to={`/upload?dataset=${encodeURIComponent(metadata.name)}`}
          variant="default"
          leftSection={<IconUpload size={16} aria-hidden />}
        >
          {t('dataset.newVersion')}
        </Button>
      ) : null}
      {metadata.permissions?.admin ? <ShareButton metadata={metadata} /> : null}
      <PublishButton {...props} />
      {isFile ? (
        <Button
          component="a"
          href={downloadHref(version.id)}
          download={version.file_name}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('dataset.download')}{' '}
          <span style={{ fontWeight: 400, marginLeft: 6 }}>{formatBytes(version.size)}</span>
        </Button>
      ) : null}
      <DatasetMenu {...props} />
    </>
  );
}
