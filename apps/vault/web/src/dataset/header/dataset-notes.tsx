import { Alert, Button } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { RelativeTime, t } from '@cairn/ui';
import { CrsNote } from '../crs/crs-note.tsx';
import { LocalCopyNote } from './local-copy-note.tsx';
import type { DatasetTabProps } from '../types.ts';

/** What the page must say before one works with the data: an archived dataset, an old version, a place that is a guess. */
export function DatasetNotes(props: DatasetTabProps) {
  const { metadata, version, versions, onShowVersion } = props;
  const latest = versions[0]?.version ?? version.version;
  return (
    <>
      {metadata.archived ? (
        <Alert color="yellow" variant="light" mb="md" icon={<IconArchive size={18} aria-hidden />}>
          {t('dataset.archivedNote')} {t('dataset.archived')} <RelativeTime value={metadata.archived_at} />.
        </Alert>
      ) : null}
      {version.version === latest ? null : (
        <Alert color="yellow" variant="light" mb="md">
          {t('dataset.notLatest', { version: version.version, latest })}{' '}
          <Button size="compact-xs" variant="subtle" onClick={() => onShowVersion(latest)}>
            {t('dataset.toLatest')}
          </Button>
        </Alert>
      )}
      <CrsNote {...props} />
      <LocalCopyNote version={version} />
    </>
  );
}
