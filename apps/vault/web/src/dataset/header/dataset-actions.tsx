import { Button } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatBytes, t } from '@cairn/ui';
import { downloadHref, type DatasetMetadata, type Version } from '../../client.ts';

interface DatasetActionsProps {
  metadata: DatasetMetadata;
  version: Version;
}

/** What most people come for: the file; and, for those who may, its next version. */
export function DatasetActions({ metadata, version }: DatasetActionsProps) {
  return (
    <>
      {metadata.permissions?.edit ? (
        <Button
          component={Link}
          to={`/upload?dataset=${encodeURIComponent(metadata.name)}`}
          variant="default"
          leftSection={<IconUpload size={16} aria-hidden />}
        >
          {t('dataset.newVersion')}
        </Button>
      ) : null}
      <Button
        component="a"
        href={downloadHref(version.id)}
        download={version.file_name}
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        {t('dataset.download')}{' '}
        <span style={{ fontWeight: 400, marginLeft: 6 }}>{formatBytes(version.size)}</span>
      </Button>
    </>
  );
}
