import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import {
  ApiError,
  EmptyState,
  ErrorState,
  LoadingRows,
  Page,
  t,
  useApi,
  useRights,
  useUrlState,
} from '@cairn/ui';
import { dbadmin, pageHref, type Connection, type Role } from '../client.ts';
import { useServer } from '../layout/use-connections.ts';
import { rolesKey } from '../query-keys.ts';
import { AccessGrid } from './access/access-grid.tsx';
import { RoleMarks } from './columns.tsx';
import { DropRole } from './drop-role.tsx';
import { LoginForm } from './login-form.tsx';
import { Members } from './members.tsx';
import { MemberOf } from './member-of.tsx';
import { OwnedObjects } from './owned-objects.tsx';
import styles from './roles.module.css';
import type { RoleKind } from './use-roles.ts';

export function UserPage() {
  return <RolePage kind="users" />;
}

export function GroupPage() {
  return <RolePage kind="groups" />;
}

/** One role of the server that the address names. */
function RolePage({ kind }: { kind: RoleKind }) {
  const { connections, server } = useServer();
  const [name] = useUrlState('name');
  if (!server || name === '') {
    return (
      <Page title={t(`roles.${kind}.one`)} crumbs={[crumbTo(kind)]}>
        {connections.error ? (
          <ErrorState error={connections.error} retry={() => void connections.refetch()} />
        ) : connections.isPending ? (
          <LoadingRows />
        ) : (
          <EmptyState boxed title={t('roles.unknown')} text={t('roles.unknownText')} />
        )}
      </Page>
    );
  }
  return <LoadedRole key={`${server.id} ${name}`} kind={kind} server={server} name={name} />;
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
  const crumbs = [crumbTo(kind, server.id)];
  if (role.error) {
    const isGone = role.error instanceof ApiError && role.error.status === 404;
    return (
      <Page title={name} crumbs={crumbs}>
        {isGone ? (
          <EmptyState boxed title={t('roles.unknown')} text={role.error.message} />
        ) : (
          <ErrorState error={role.error} retry={() => void role.refetch()} />
        )}
      </Page>
    );
  }
  if (!role.data) {
    return (
      <Page title={name} crumbs={crumbs}>
        <LoadingRows />
      </Page>
    );
  }
  return <RoleView kind={kind} server={server} role={role.data} crumbs={crumbs} />;
}

interface RoleViewProps {
  kind: RoleKind;
  server: Connection;
  role: Role;
  crumbs: { label: string; href: string }[];
}

function RoleView({ kind, server, role, crumbs }: RoleViewProps) {
  const [dropping, setDropping] = useState(false);
  const navigate = useNavigate();
  const mayChange = useRights('dbadmin').admin && !role.reserved;
  return (
    <Page
      title={role.name}
      lead={role.comment || t('roles.on', { server: server.name })}
      mark={<RoleMarks role={role} />}
      crumbs={crumbs}
      action={
        mayChange ? (
          <Button
            color="red"
            variant="light"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setDropping(true)}
          >
            {t('drop.open')}
          </Button>
        ) : undefined
      }
    >
      <div className={styles.sections}>
        <AccessGrid kind={kind} server={server} role={role} />
        <div className={styles.columns}>
          {kind === 'users' ? (
            <LoginForm server={server} role={role} mayChange={mayChange} />
          ) : (
            <Members server={server} role={role} mayChange={mayChange} />
          )}
          <MemberOf server={server} role={role} />
        </div>
        <OwnedObjects server={server} role={role} />
      </div>
      <DropRole
        kind={kind}
        server={server}
        role={role}
        opened={dropping}
        onClose={() => setDropping(false)}
        onDropped={() => void navigate(`/${kind}?connection_id=${server.id}`)}
      />
    </Page>
  );
}

function crumbTo(kind: RoleKind, connectionId?: number): { label: string; href: string } {
  const href = connectionId ? pageHref(`/${kind}`, { connection_id: connectionId }) : pageHref(`/${kind}`);
  return { label: t(`roles.${kind}.title`), href };
}
