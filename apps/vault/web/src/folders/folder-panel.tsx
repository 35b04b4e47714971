import { Alert, Button, Stack } from '@mantine/core';
import { IconArchiveOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import {
  ApiError,
  ErrorState,
  Facts,
  LoadingRows,
  RelativeTime,
  SidePanel,
  formatNumber,
  t,
  useRights,
} from '@cairn/ui';
import type { Folder } from '../client.ts';
import { foldersKey } from '../query-keys.ts';
import { FolderForm } from './folder-form.tsx';
import styles from './folders.module.css';
import { useFolderChanges } from './use-folder-changes.ts';
import { useFolder } from './use-folders.ts';

interface FolderPanelProps {
  /** `new`, or the id of a folder; null when the panel is closed. */
  subject: string | null;
  onClose: () => void;
  /** Called with a new folder. */
  onCreated: (folder: Folder) => void;
}

/** One folder: its name, its access, and archiving it. */
export function FolderPanel({ subject, onClose, onCreated }: FolderPanelProps) {
  const title = t(subject === 'new' ? 'folders.newTitle' : 'folders.title');
  return (
    <SidePanel opened={subject !== null} title={title} onClose={onClose}>
      {subject === 'new' ? (
        <FolderForm onSaved={onCreated} onClose={onClose} />
      ) : subject !== null ? (
        <Existing id={/^[1-9]\d{0,14}$/.test(subject) ? Number(subject) : null} onClose={onClose} />
      ) : null}
    </SidePanel>
  );
}

function Existing({ id, onClose }: { id: number | null; onClose: () => void }) {
  const { data: folder, error, refetch } = useFolder(id);
  const { archive, restore } = useFolderChanges();
  const queries = useQueryClient();
  const mayEdit = useRights('vault').edit && folder?.permissions.edit === true;
  if (id === null) return <ErrorState error={new ApiError({ status: 404, message: t('folders.unknown') })} />;
  if (error && !folder) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!folder) return <LoadingRows rows={4} />;
  return (
    <Stack gap="lg">
      <FolderFacts folder={folder} />
      {folder.archived ? (
        <Alert color="gray" title={t('folders.isArchived')}>
          <p className={styles.note}>{t('folders.isArchivedText')}</p>
          {mayEdit ? (
            <Button
              variant="default"
              leftSection={<IconArchiveOff size={16} aria-hidden />}
              onClick={() => void restore(folder)}
            >
              {t('folders.restore')}
            </Button>
          ) : null}
        </Alert>
      ) : mayEdit ? (
        <FolderForm
          key={folder.id}
          folder={folder}
          onSaved={(saved) => {
            queries.setQueryData([...foldersKey, saved.id], saved);
            onClose();
          }}
          onClose={onClose}
          onArchive={() => void archive(folder).then((done) => done && onClose())}
        />
      ) : folder.description ? (
        <p className={styles.note}>{folder.description}</p>
      ) : null}
    </Stack>
  );
}

function FolderFacts({ folder }: { folder: Folder }) {
  const { group_name: group, dataset_count: count } = folder;
  return (
    <Facts
      entries={[
        [t('folders.openTo'), group === null ? t('folders.everybody') : t('folders.members', { group })],
        [t('folders.holds'), t('folders.datasets', { count, number: formatNumber(count) })],
        [t('folders.owner'), folder.owner],
        [t('folders.updated'), <RelativeTime key="updated" value={folder.updated_at} />],
      ]}
    />
  );
}
