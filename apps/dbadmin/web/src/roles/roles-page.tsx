import { Button, Switch } from '@mantine/core';
import { useMemo } from 'react';
import { DataTable, EmptyState, SidePanel, t, useRights, useUrlState } from '@cairn/ui';
import type { Connection } from '../client.ts';
import { AddButton } from '../layout/add-button.tsx';
import { ServerPage } from '../layout/server-page.tsx';
import { roleColumns } from './columns.tsx';
import { CreateRoleForm } from './create-role-form.tsx';
import { useRoles, type RoleKind } from './use-roles.ts';

export function UsersPage() {
  return <RolesPage kind="users" />;
}

export function GroupsPage() {
  return <RolesPage kind="groups" />;
}

/** The users or the groups of a server. */
function RolesPage({ kind }: { kind: RoleKind }) {
  const [panel, setPanel] = useUrlState('panel');
  const mayAdminister = useRights('dbadmin').admin;
  const add = mayAdminister ? (
    <AddButton label={t(`roles.${kind}.create`)} onClick={() => setPanel('new')} />
  ) : null;
  const close = () => setPanel('');
  return (
    <ServerPage title={t(`roles.${kind}.title`)} lead={t(`roles.${kind}.lead`)} action={add}>
      {(server) => (
        <>
          <RoleTable kind={kind} server={server} add={add} />
          <SidePanel
            opened={panel === 'new'}
            title={t('server.panel', { title: t(`roles.${kind}.create`), server: server.name })}
            onClose={close}
          >
            {panel === 'new' ? <CreateRoleForm kind={kind} server={server} onDone={close} /> : null}
          </SidePanel>
        </>
      )}
    </ServerPage>
  );
}

interface RoleTableProps {
  kind: RoleKind;
  server: Connection;
  add: React.ReactNode;
}

function RoleTable({ kind, server, add }: RoleTableProps) {
  const [reserved, setReserved] = useUrlState('reserved');
  const roles = useRoles(server.id, kind);
  const columns = useMemo(() => roleColumns(kind, server.id), [kind, server.id]);
  const rows = useMemo(
    () => (reserved === 'show' ? roles.data : roles.data?.filter((role) => !role.reserved)),
    [roles.data, reserved],
  );
  return (
    <DataTable
      label={t(`roles.${kind}.title`)}
      rows={rows}
      columns={columns}
      rowKey={(row) => row.name}
      rowName={(row) => row.name}
      source={roles}
      searchPlaceholder={t('roles.search')}
      filters={
        <Switch
          label={t('roles.showReserved')}
          checked={reserved === 'show'}
          onChange={(event) => setReserved(event.currentTarget.checked ? 'show' : '')}
        />
      }
      empty={
        <EmptyState
          boxed
          title={t(`roles.${kind}.none`)}
          text={t(`roles.${kind}.noneText`)}
          action={
            <>
              {add}
              <Button variant="default" onClick={() => setReserved('show')}>
                {t('roles.showReserved')}
              </Button>
            </>
          }
        />
      }
    />
  );
}
