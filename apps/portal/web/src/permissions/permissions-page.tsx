import { ActionIcon, Button } from '@mantine/core';
import { IconKey, IconPlus, IconTrash } from '@tabler/icons-react';
import { DataTable, EmptyState, notifyUndo, Page, SidePanel, t, useChange } from '@cairn/ui';
import { usePermissions, useServiceName } from '../administration/use-admin-lists.ts';
import { portal, type Permission } from '../client.ts';
import { adminCrumbs } from '../addresses.ts';
import { usePanelRoute } from '../administration/use-panel-route.ts';
import { accessOverviewKey, permissionsKey } from '../query-keys.ts';
import { AddPermissionForm } from './add-permission-form.tsx';
import { permissionColumns, permissionNames, personColumns } from './permission-columns.tsx';

export function PermissionsPage() {
  const source = usePermissions();
  const panel = usePanelRoute('/admin/permissions');
  const serviceName = useServiceName();
  const refresh = [permissionsKey, accessOverviewKey];
  const restore = useChange(
    ({ resource_id, group_id, permission }: Permission) =>
      portal.POST('/api/admin/permissions', { body: { resource_id, group_id, permission } }),
    { refresh },
  );
  const remove = useChange(
    ({ id }: Permission) => portal.DELETE('/api/admin/permissions/{id}', { params: { path: { id } } }),
    {
      refresh,
      onDone: (_, grant) =>
        notifyUndo(t('permissions.removed', permissionNames(grant)), () => restore.mutate(grant)),
    },
  );
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => panel.open('new')}>
      {t('permissions.add')}
    </Button>
  );
  return (
    <Page title={t('permissions.title')} lead={t('permissions.lead')} crumbs={adminCrumbs()} action={add}>
      <DataTable
        label={t('permissions.title')}
        rows={source.data?.items}
        source={source}
        searchPlaceholder={t('permissions.search')}
        columns={permissionColumns(serviceName)}
        rowKey={(grant) => grant.id}
        rowName={(grant) => t('permissions.row', permissionNames(grant))}
        defaultSort={{ key: 'resource', descending: false }}
        actions={(grant) => (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={t('permissions.remove', permissionNames(grant))}
            disabled={remove.isPending}
            onClick={() => remove.mutate(grant)}
          >
            <IconTrash size={15} />
          </ActionIcon>
        )}
        empty={
          <EmptyState
            boxed
            icon={<IconKey size={22} stroke={1.6} />}
            title={t('permissions.emptyTitle')}
            text={t('permissions.emptyText')}
            action={add}
          />
        }
      />
      {source.data?.people?.length ? (
        <section style={{ marginTop: 32 }}>
          <h2 style={{ fontSize: 18 }}>{t('permissions.people')}</h2>
          <DataTable
            label={t('permissions.people')}
            rows={source.data.people}
            source={source}
            searchPlaceholder={t('permissions.search')}
            columns={personColumns(serviceName)}
            rowKey={(grant) => `${grant.resource_id} ${grant.user_id}`}
            rowName={(grant) => `${grant.username}, ${grant.resource_name}`}
            defaultSort={{ key: 'resource', descending: false }}
            empty={null}
            stateKey="people"
          />
        </section>
      ) : null}
      <SidePanel opened={panel.isNew} title={t('permissions.add')} onClose={panel.close}>
        <AddPermissionForm onDone={panel.close} />
      </SidePanel>
    </Page>
  );
}
