import { Badge, Button } from '@mantine/core';
import { IconArchiveOff, IconPencil } from '@tabler/icons-react';
import { t, useRights } from '@cairn/ui';
import type { Folder } from '../client.ts';
import { useFolderChanges } from '../folders/use-folder-changes.ts';
import type { ListLocation } from './list-location.ts';
import styles from './datasets.module.css';

interface LocationHeaderProps {
  location: ListLocation;
  folder: Folder | undefined;
  onEdit: (folder: Folder) => void;
}

/** What the location is whose datasets are shown; nothing where the page's own title says it. */
export function LocationHeader({ location, folder, onEdit }: LocationHeaderProps) {
  if (location.kind === 'folder') return folder ? <FolderHeader folder={folder} onEdit={onEdit} /> : null;
  if (location.kind === 'all') return null;
  return (
    <div className={styles.location}>
      <div className={styles.locationText}>
        <h2>{t(`folders.location.${location.kind}`)}</h2>
        <p className={styles.locationLead}>{t(`list.lead_${location.kind}`)}</p>
      </div>
    </div>
  );
}

function FolderHeader({ folder, onEdit }: { folder: Folder; onEdit: (folder: Folder) => void }) {
  const mayEdit = useRights('vault').edit && folder.permissions.edit;
  const { restore } = useFolderChanges();
  return (
    <div className={styles.location}>
      <div className={styles.locationText}>
        <h2 className={styles.locationName}>
          {folder.name}
          {folder.archived ? <Badge color="gray">{t('folders.archived')}</Badge> : null}
          {folder.group_name === null ? null : <Badge color="gray">{folder.group_name}</Badge>}
        </h2>
        {folder.description ? <p className={styles.locationLead}>{folder.description}</p> : null}
      </div>
      {mayEdit && folder.archived ? (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArchiveOff size={14} aria-hidden />}
          onClick={() => void restore(folder)}
        >
          {t('folders.restore')}
        </Button>
      ) : null}
      {mayEdit && !folder.archived ? (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPencil size={14} aria-hidden />}
          onClick={() => onEdit(folder)}
        >
          {t('folders.edit')}
        </Button>
      ) : null}
    </div>
  );
}
