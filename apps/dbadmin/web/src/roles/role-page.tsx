import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, EmptyState, Loaded, Page, t, useApi, useRights, useUrlState } from '@cairn/ui';
import { pageHref } from '../addresses.ts';
import { dbadmin, type Connection, type Role } from '../client.ts';
import { useServer } from '../connections/use-connections.ts';
import { rolesKey } from '../query-keys.ts';
import { RoleBadges } from './columns.tsx';
import { DeleteRoleDialog } from './delete-role.tsx';
import { LoginForm } from './login-form.tsx';
import { MemberOf } from './member-of.tsx';
import { Members } from './members.tsx';
import { OwnedObjects } from './owned-objects.tsx';
import { RoleAccess } from './role-access.tsx';
import type { RoleKind } from './use-roles.ts';
import styles from './roles.module.css';

export function UserPage() {
  return <RolePage kind="users" />;
}

export function GroupPage() {
  return <RolePage kind="groups" />;
}

/** The role that the address names. */
function RolePage({ kind }: { kind: RoleKind }) {
  const { connections, server, isUnknown } = useServer();
  const [name] = useUrlState('name');
  if (server && !isUnknown && name !== '')
    return <LoadedRole key={`${server.id} ${name}`} kind={kind} server={server} name={name} />;
  return (
    <Page title={t(`roles.${kind}.one`)} crumbs={crumbs(kind)}>
      <Loaded query={connections}>{() => <RoleNotFound />}</Loaded>
    </Page>
  );
}

interface LoadedRoleProps {
  kind: RoleKind;
  server: Connection;
  name: string;
}

function LoadedRole({ kind, server, name }: LoadedRoleProps) {
  const params = { path: { id: server.id, name } };
  const role = useApi([...rolesKey(server.id), kind, name], (signal) =>
    kind === 'users'
      ? dbadmin.GET('/api/connections/{id}/pg-users/{name}', { params, signal })
      : dbadmin.GET('/api/connections/{id}/pg-groups/{name}', { params, signal }),
  );
  if (role.data && !role.error) return <RoleView kind={kind} server={server} role={role.data} />;
  return (
    <Page title={name} crumbs={crumbs(kind, server.id)}>
      {role.error instanceof ApiError && role.error.status === 404 ? (
        <RoleNotFound text={role.error.message} />
      ) : (
        <Loaded query={role}>{() => null}</Loaded>
      )}
    </Page>
  );
}

function RoleNotFound({ text = t('roles.notFoundText') }: { text?: string }) {
  return <EmptyState boxed title={t('roles.notFound')} text={text} />;
}

interface RoleViewProps {
  kind: RoleKind;
  server: Connection;
  role: Role;
}

function RoleView({ kind, server, role }: RoleViewProps) {
  const [isDeleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const mayChange = useRights('dbadmin').admin && !role.reserved;
  return (
    <Page
      title={role.name}
      lead={role.comment || t('common.onServer', { server: server.name })}
      mark={<RoleBadges role={role} />}
      crumbs={crumbs(kind, server.id)}
      action={
        mayChange ? (
          <Button
            color="red"
            variant="light"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setDeleting(true)}
          >
            {t('deleteRole.open')}
          </Button>
        ) : undefined
      }
    >
      <div className={styles.sections}>
        <RoleAccess kind={kind} server={server} role={role} />
        <div className={styles.columns}>
          {kind === 'users' ? (
            <LoginForm server={server} role={role} mayChange={mayChange} />
          ) : (
            <Members server={server} group={role} mayChange={mayChange} />
          )}
          <MemberOf server={server} role={role} />
        </div>
        <OwnedObjects server={server} role={role} />
      </div>
      <DeleteRoleDialog
        kind={kind}
        server={server}
        role={role}
        opened={isDeleting}
        onClose={() => setDeleting(false)}
        onDeleted={() => void navigate(`/${kind}?connection_id=${server.id}`)}
      />
    </Page>
  );
}

function crumbs(kind: RoleKind, connectionId?: number): { label: string; href: string }[] {
  const query = connectionId ? { connection_id: connectionId } : undefined;
  return [{ label: t(`roles.${kind}.title`), href: pageHref(`/${kind}`, query) }];
}
