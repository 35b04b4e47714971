import { Button } from '@mantine/core';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { DataTable, EmptyState, Page, SidePanel, t, useUrlState } from '@cairn/ui';
import { useUsers } from '../administration/use-admin-lists.ts';
import { adminCrumbs } from '../addresses.ts';
import { usePanelRoute } from '../administration/use-panel-route.ts';
import { UserDetails } from './user-details.tsx';
import { UserForm } from './user-form.tsx';
import { UserRowMenu } from './user-row-menu.tsx';
import { userColumns } from './user-columns.tsx';

export function UsersPage() {
  const [search] = useUrlState('q');
  const source = useUsers(search);
  const panel = usePanelRoute('/admin/users');
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => panel.open('new')}>
      {t('users.add')}
    </Button>
  );
  return (
    <Page title={t('users.title')} lead={t('users.lead')} crumbs={adminCrumbs()} action={add}>
      <DataTable
        label={t('users.title')}
        rows={source.data?.items}
        source={source}
        serverSearch
        searchPlaceholder={t('users.search')}
        columns={userColumns()}
        rowKey={(user) => user.id}
        rowName={(user) => user.username}
        defaultSort={{ key: 'username', descending: false }}
        currentKey={panel.id ?? undefined}
        actions={(user) => <UserRowMenu user={user} onOpen={() => panel.open(user.id)} />}
        empty={
          <EmptyState
            boxed
            icon={<IconUsers size={22} stroke={1.6} />}
            title={t('users.empty')}
            action={add}
          />
        }
      />
      <SidePanel opened={panel.isNew} title={t('users.add')} onClose={panel.close}>
        <UserForm onDone={panel.close} />
      </SidePanel>
      <SidePanel
        opened={panel.id !== null || panel.unknown}
        title={source.data?.items.find(({ id }) => id === panel.id)?.username ?? t('users.one')}
        onClose={panel.close}
      >
        <UserDetails id={panel.id} onClose={panel.close} />
      </SidePanel>
    </Page>
  );
}
