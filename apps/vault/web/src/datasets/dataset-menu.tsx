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
import { RowMenu, ServiceLink, t } from '@cairn/ui';
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

const ICON = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

/** What can be done with a dataset, as far as the person may. */
export function DatasetMenu(props: DatasetMenuProps) {
  const { row } = props;
  return (
    <RowMenu label={t('menu.label', { title: row.title })}>
      <Menu.Item
        component={ServiceLink}
        href={datasetHref(row.name)}
        leftSection={<IconExternalLink {...ICON} />}
      >
        {t('menu.open')}
      </Menu.Item>
      <DatasetMenuItems {...props} />
    </RowMenu>
  );
}

/** The changes of the menu, for wherever the dataset is open already. */
export function DatasetMenuItems({ row, rights, ...actions }: DatasetMenuProps) {
  return (
    <>
      {rights.change ? (
        <Menu.Item leftSection={<IconPencil {...ICON} />} onClick={() => actions.onRename(row)}>
          {t('menu.rename')}
        </Menu.Item>
      ) : null}
      {rights.clone ? (
        <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={() => actions.onClone(row)}>
          {t('menu.clone')}
        </Menu.Item>
      ) : null}
      {rights.change ? (
        <Menu.Item leftSection={<IconFolderSymlink {...ICON} />} onClick={() => actions.onMove([row])}>
          {t('menu.move')}
        </Menu.Item>
      ) : null}
      {rights.share ? (
        <Menu.Item
          component={ServiceLink}
          href={`${datasetHref(row.name)}?panel=share`}
          leftSection={<IconShare {...ICON} />}
        >
          {t('menu.access')}
        </Menu.Item>
      ) : null}
      {rights.change || rights.restore ? <Menu.Divider /> : null}
      {rights.change ? (
        <Menu.Item leftSection={<IconArchive {...ICON} />} onClick={() => actions.onArchive([row])}>
          {t('menu.archive')}
        </Menu.Item>
      ) : null}
      {rights.restore ? (
        <Menu.Item leftSection={<IconArchiveOff {...ICON} />} onClick={() => actions.onRestore([row])}>
          {t('menu.restore')}
        </Menu.Item>
      ) : null}
      {rights.remove ? (
        <Menu.Item color="red" leftSection={<IconTrash {...ICON} />} onClick={() => actions.onDelete(row)}>
          {t('menu.delete')}
        </Menu.Item>
      ) : null}
    </>
  );
}
