import { Menu } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconExternalLink,
  IconFolderSymlink,
  IconPencil,
  IconShare,
  IconTrash,
} from '@tabler/icons-react';
import { MenuItem, RowMenu, t } from '@cairn/ui';
import { datasetHref } from '../addresses.ts';
import type { ManagedDataset } from '../client.ts';
import type { DatasetRights } from './use-dataset-rights.ts';

export interface DatasetActions {
  onRename: (row: ManagedDataset) => void;
  onClone: (row: ManagedDataset) => void;
  onMove: (rows: ManagedDataset[]) => void;
  onArchive: (rows: ManagedDataset[]) => void;
  onRestore: (rows: ManagedDataset[]) => void;
  onDelete: (row: ManagedDataset) => void;
}

interface DatasetMenuProps extends DatasetActions {
  row: ManagedDataset;
  rights: DatasetRights;
}

/** What can be done with a dataset, as far as the person may. */
export function DatasetMenu(props: DatasetMenuProps) {
  const { row } = props;
  return (
    <RowMenu label={t('menu.label', { title: row.title })}>
      <MenuItem href={datasetHref(row.name)} icon={IconExternalLink}>
        {t('menu.open')}
      </MenuItem>
      <DatasetMenuItems {...props} />
    </RowMenu>
  );
}

/** The changes of the menu, for wherever the dataset is open already. */
export function DatasetMenuItems({ row, rights, ...actions }: DatasetMenuProps) {
  return (
    <>
      {rights.change ? (
        <MenuItem icon={IconPencil} onClick={() => actions.onRename(row)}>
          {t('menu.rename')}
        </MenuItem>
      ) : null}
      {rights.clone ? (
        <MenuItem icon={IconCopy} onClick={() => actions.onClone(row)}>
          {t('menu.clone')}
        </MenuItem>
      ) : null}
      {rights.change ? (
        <MenuItem icon={IconFolderSymlink} onClick={() => actions.onMove([row])}>
          {t('menu.move')}
        </MenuItem>
      ) : null}
      {rights.share ? (
        <MenuItem href={`${datasetHref(row.name)}?panel=share`} icon={IconShare}>
          {t('menu.access')}
        </MenuItem>
      ) : null}
      {rights.change || rights.restore ? <Menu.Divider /> : null}
      {rights.change ? (
        <MenuItem icon={IconArchive} onClick={() => actions.onArchive([row])}>
          {t('menu.archive')}
        </MenuItem>
      ) : null}
      {rights.restore ? (
        <MenuItem icon={IconArchiveOff} onClick={() => actions.onRestore([row])}>
          {t('menu.restore')}
        </MenuItem>
      ) : null}
      {rights.remove ? (
        <MenuItem color="red" icon={IconTrash} onClick={() => actions.onDelete(row)}>
          {t('menu.delete')}
        </MenuItem>
      ) : null}
    </>
  );
}
