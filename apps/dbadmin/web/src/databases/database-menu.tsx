import { Menu } from '@mantine/core';
import {
  IconCopy,
  IconDeviceFloppy,
  IconExternalLink,
  IconFileImport,
  IconTerminal2,
  IconTrash,
} from '@tabler/icons-react';
import { RowMenu, ServiceLink, t, useMe, type Rights } from '@cairn/ui';
import { databaseRoute, pageHref, type Database } from '../client.ts';

const ICON = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

interface DatabaseMenuProps {
  row: Database;
  rights: Rights;
  onPanel: (panel: string) => void;
  onBackUp: (row: Database) => void;
}

/** What can be done with a database, as far as the person may and the database is there. */
export function DatabaseMenu({ row, rights, onPanel, onBackUp }: DatabaseMenuProps) {
  const isThere = row.state === 'ready';
  const hasTerminals = useMe().data?.admin === true;
  return (
    <RowMenu label={t('databases.menu', { name: row.name })}>
      <Menu.Item
        component={ServiceLink}
        href={pageHref(databaseRoute(row.id))}
        leftSection={<IconExternalLink {...ICON} />}
      >
        {t('databases.open')}
      </Menu.Item>
      {rights.edit && isThere ? (
        <>
          <Menu.Item
            component={ServiceLink}
            href={pageHref(databaseRoute(row.id, 'import'))}
            leftSection={<IconFileImport {...ICON} />}
          >
            {t('databases.import')}
          </Menu.Item>
          <Menu.Item leftSection={<IconDeviceFloppy {...ICON} />} onClick={() => onBackUp(row)}>
            {t('databases.backUp')}
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={() => onPanel(`clone:${row.id}`)}>
            {t('databases.clone')}
          </Menu.Item>
        </>
      ) : null}
      {isThere && hasTerminals ? (
        <Menu.Item
          component={ServiceLink}
          href={pageHref('/terminal', { connection_id: row.connection_id, database: row.name })}
          leftSection={<IconTerminal2 {...ICON} />}
        >
          {t('databases.terminal')}
        </Menu.Item>
      ) : null}
      {rights.admin ? (
        <>
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<IconTrash {...ICON} />}
            onClick={() => onPanel(`delete:${row.id}`)}
          >
            {t('databases.delete')}
          </Menu.Item>
        </>
      ) : null}
    </RowMenu>
  );
}
