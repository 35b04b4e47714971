import { useState } from 'react';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPencil } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { t, useUrlState } from '@cairn/ui';
import { datasetRoute } from '../../addresses.ts';
import type { ManagedDataset } from '../../client.ts';
import { DatasetMenuItems } from '../../datasets/dataset-menu.tsx';
import { DeleteDialog } from '../../datasets/delete-dialog.tsx';
import { MoveDialog } from '../../datasets/move-dialog.tsx';
import { ClonePanel, RenamePanel } from '../../datasets/name-panel.tsx';
import { useDatasetRights } from '../../datasets/use-dataset-rights.ts';
import { useDatasetChanges } from '../../datasets/use-dataset-changes.ts';
import { useFolders } from '../../folders/use-folders.ts';
import type { DatasetTabProps } from '../types.ts';

/** The rarer actions of a dataset: its description, its name, its place, its end. */
export function DatasetMenu({ metadata, versions }: DatasetTabProps) {
  const row = managed({ metadata, versions });
  const rights = useDatasetRights()(row);
  const changes = useDatasetChanges();
  const navigate = useNavigate();
  const [panel, setPanel] = useUrlState('panel');
  const [dialog, setDialog] = useState<'move' | 'delete' | null>(null);
  const folders = useFolders('active', dialog === 'move').data ?? [];
  const close = () => setPanel('');
  if (!Object.values(rights).some(Boolean)) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('dataset.more')}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {rights.change ? (
            <Menu.Item
              leftSection={<IconPencil size={16} stroke={1.7} aria-hidden />}
              onClick={() => setPanel('edit')}
            >
              {t('about.edit')}
            </Menu.Item>
          ) : null}
          <DatasetMenuItems
            row={row}
            rights={rights}
            onRename={() => setPanel('rename')}
            onClone={() => setPanel('clone')}
            onMove={() => setDialog('move')}
            onArchive={(rows) => void changes.archive(rows)}
            onRestore={(rows) => void changes.restore(rows)}
            onDelete={() => setDialog('delete')}
          />
        </Menu.Dropdown>
      </Menu>
      <RenamePanel
        name={panel === 'rename' && rights.change ? metadata.name : null}
        onClose={close}
        onSaved={(name) => void navigate(datasetRoute(name), { replace: true })}
      />
      <ClonePanel
        name={panel === 'clone' && rights.clone ? metadata.name : null}
        onClose={close}
        onSaved={(name) => void navigate(datasetRoute(name))}
      />
      <MoveDialog
        rows={dialog === 'move' ? [row] : []}
        folders={folders}
        onMove={(folder) => {
          setDialog(null);
          void changes.move([row], folder);
        }}
        onClose={() => setDialog(null)}
      />
      <DeleteDialog
        row={dialog === 'delete' ? row : null}
        onClose={() => setDialog(null)}
        onDeleted={() => void navigate('/', { replace: true })}
      />
    </>
  );
}

function managed({ metadata, versions }: Pick<DatasetTabProps, 'metadata' | 'versions'>): ManagedDataset {
  const { name, title, archived, folder_id: folderId } = metadata;
  const { file_name = '', size = 0, datasource_type } = versions[0] ?? {};
  return {
    name,
    title,
    archived,
    permissions: metadata.permissions ?? { view: true, edit: false, admin: false },
    ...(folderId ? { folder_id: folderId } : {}),
    version_count: versions.length,
    file_size: size,
    file_name,
    ...(datasource_type ? { datasource_type } : {}),
  };
}
