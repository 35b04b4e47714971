import { Menu } from '@mantine/core';
import {
  IconCopy,
  IconDeviceFloppy,
  IconExternalLink,
  IconFileImport,
  IconTerminal2,
  IconTrash,
} from '@tabler/icons-react';
import { MenuItem, type Rights, RowMenu, t, useMe } from '@cairn/ui';
import { databaseHref, pageHref } from '../addresses.ts';
import type { Database } from '../client.ts';

interface DatabaseMenuProps {
  row: Database;
  rights: Rights;
  onPanel: (panel: string) => void;
  onBackUp: (row: Database) => void;
}

/** The actions on a database that its state and the person's rights allow. */
export function DatabaseMenu({ row, rights, onPanel, onBackUp }: DatabaseMenuProps) {
  const isReady = row.state === 'ready';
  const isAdmin = useMe().data?.admin === true;
  return (
    <RowMenu label={t('common.actionsFor', { name: row.name })}>
      <MenuItem icon={IconExternalLink} href={databaseHref(row.id)}>
        {t('databases.open')}
      </MenuItem>
      {rights.edit && isReady ? (
        <>
          <MenuItem icon={IconFileImport} href={databaseHref(row.id, 'import')}>
            {t('databases.import')}
          </MenuItem>
          <MenuItem icon={IconDeviceFloppy} onClick={() => onBackUp(row)}>
            {t('databases.backUp')}
          </MenuItem>
          <MenuItem icon={IconCopy} onClick={() => onPanel(`clone:${row.id}`)}>
            {t('databases.clone')}
          </MenuItem>
        </>
      ) : null}
      {isReady && isAdmin ? (
        <MenuItem
          icon={IconTerminal2}
          href={pageHref('/terminal', { connection_id: row.connection_id, database: row.name })}
        >
          {t('databases.terminal')}
        </MenuItem>
      ) : null}
      {rights.admin ? (
        <>
          <Menu.Divider />
          <MenuItem icon={IconTrash} color="red" onClick={() => onPanel(`delete:${row.id}`)}>
            {t('databases.delete')}
          </MenuItem>
        </>
      ) : null}
    </RowMenu>
  );
}
