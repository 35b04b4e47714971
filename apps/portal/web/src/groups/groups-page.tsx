import { Button } from '@mantine/core';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { DataTable, EmptyState, Page, SidePanel, t } from '@cairn/ui';
import { useGroups } from '../administration/use-admin-lists.ts';
import { adminCrumbs } from '../addresses.ts';
import { usePanelRoute } from '../administration/use-panel-route.ts';
import { groupColumns } from './group-columns.tsx';
import { GroupDetails } from './group-details.tsx';
import { GroupForm } from './group-form.tsx';

export function GroupsPage() {
  const source = useGroups();
  const panel = usePanelRoute('/admin/groups');
  const current = source.data?.items.find(({ id }) => id === panel.id);
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => panel.open('new')}>
      {t('groups.add')}
    </Button>
  );
  return (
    <Page title={t('groups.title')} lead={t('groups.lead')} crumbs={adminCrumbs()} action={add}>
      <DataTable
        label={t('groups.title')}
        rows={source.data?.items}
        source={source}
        searchPlaceholder={t('groups.search')}
        columns={groupColumns()}
        rowKey={(group) => group.id}
        rowName={(group) => group.name}
        defaultSort={{ key: 'name', descending: false }}
        currentKey={panel.id ?? undefined}
        empty={
          <EmptyState
            boxed
            icon={<IconUsersGroup size={22} stroke={1.6} />}
            title={t('groups.emptyTitle')}
            text={t('groups.emptyText')}
            action={add}
          />
        }
      />
      <SidePanel opened={panel.isNew} title={t('groups.add')} onClose={panel.close}>
        <GroupForm onDone={(group) => (group ? panel.open(group.id) : panel.close())} />
      </SidePanel>
      <SidePanel
        opened={panel.id !== null || panel.unknown}
        title={current?.name ?? t('groups.one')}
        onClose={panel.close}
      >
        <GroupDetails group={current} loading={source.isPending} onClose={panel.close} />
      </SidePanel>
    </Page>
  );
}
