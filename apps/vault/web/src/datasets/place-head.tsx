import { Badge, Button } from '@mantine/core';
import { IconArchiveOff, IconPencil } from '@tabler/icons-react';
import { t, useRights } from '@cairn/ui';
import type { Folder } from '../client.ts';
import { useFolderChanges } from '../folders/use-folder-changes.ts';
import type { Place } from './place.ts';
import styles from './datasets.module.css';

interface PlaceHeadProps {
  place: Place;
  folder: Folder | undefined;
  onEdit: (folder: Folder) => void;
}

/** What the place is whose datasets are shown; nothing where the page's own title says it. */
export function PlaceHead({ place, folder, onEdit }: PlaceHeadProps) {
  if (place.kind === 'folder') return folder ? <FolderHead folder={folder} onEdit={onEdit} /> : null;
  if (place.kind === 'all') return null;
  return (
    <div className={styles.place}>
      <div className={styles.placeWords}>
        <h2>{t(`folders.place.${place.kind}`)}</h2>
        <p className={styles.placeText}>{t(`list.lead_${place.kind}`)}</p>
      </div>
    </div>
  );
}

function FolderHead({ folder, onEdit }: { folder: Folder; onEdit: (folder: Folder) => void }) {
  const mayEdit = useRights('vault').edit && folder.permissions.edit;
  const { restore } = useFolderChanges();
  return (
    <div className={styles.place}>
      <div className={styles.placeWords}>
        <h2 className={styles.placeName}>
          {folder.name}
          {folder.archived ? <Badge color="gray">{t('folders.archived')}</Badge> : null}
          {folder.group_name === null ? null : <Badge color="gray">{folder.group_name}</Badge>}
        </h2>
        {folder.description ? <p className={styles.placeText}>{folder.description}</p> : null}
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
