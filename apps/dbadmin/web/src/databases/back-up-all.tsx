import { Button, Menu } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { t, useChange } from '@cairn/ui';
import { dbadmin, type Connection } from '../client.ts';
import { jobChangeKeys } from '../query-keys.ts';

/** Backs up all databases of one server: the one that the list shows, or one chosen from a menu. */
export function BackUpAll({ servers, server }: { servers: Connection[]; server: string }) {
  const backUp = useChange(
    (id: number) => dbadmin.POST('/api/connections/{id}/backup', { params: { path: { id } } }),
    {
      done: ({ job_ids: ids }) => (ids.length === 0 ? t('databases.nothingToBackUp') : ''),
      refresh: jobChangeKeys,
    },
  );
  const only =
    servers.find(({ id }) => String(id) === server) ?? (servers.length === 1 ? servers[0] : undefined);
  const button = {
    variant: 'default',
    loading: backUp.isPending,
    leftSection: <IconDeviceFloppy size={16} aria-hidden />,
  } as const;
  if (only) {
    return (
      <Button {...button} onClick={() => backUp.mutate(only.id)}>
        {t('databases.backUpAll')}
      </Button>
    );
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button {...button}>{t('databases.backUpAll')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {servers.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => backUp.mutate(id)}>
            {t('databases.backUpAllOf', { name })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
