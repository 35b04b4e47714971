import { Alert, Select } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDanger, LoadingRows, t, useApi, useChange } from '@cairn/ui';
import { dbadmin, type Connection, type Owned, type Role } from '../client.ts';
import { rolesKey } from '../query-keys.ts';
import { OwnedList } from './owned-objects.tsx';
import { useRoles, type RoleKind } from './use-roles.ts';

interface DropRoleProps {
  kind: RoleKind;
  server: Connection;
  role: Role;
  opened: boolean;
  onClose: () => void;
  onDropped: () => void;
}

/** Drops a role: says first what it owns and asks who takes that over. */
export function DropRole({ kind, server, role, opened, onClose, onDropped }: DropRoleProps) {
  const [heir, setHeir] = useState<string | null>(null);
  const path = { id: server.id, name: role.name };
  const owned = useApi(
    [...rolesKey(server.id), 'owned', role.name],
    (signal) => dbadmin.GET('/api/connections/{id}/pg-users/{name}/owned', { params: { path }, signal }),
    { enabled: opened },
  );
  const drop = useChange(
    (to: string | null) => {
      const params = { path, query: to === null ? {} : { reassign_to: to } };
      return kind === 'users'
        ? dbadmin.DELETE('/api/connections/{id}/pg-users/{name}', { params })
        : dbadmin.DELETE('/api/connections/{id}/pg-groups/{name}', { params });
    },
    {
      done: t('drop.done', { name: role.name }),
      refresh: [rolesKey(server.id)],
      onDone: onDropped,
    },
  );
  const ownsSomething = owned.data ? holdsAnything(owned.data) : false;
  return (
    <ConfirmDanger
      opened={opened}
      title={t('drop.title', { name: role.name })}
      action={t(ownsSomething && heir ? 'drop.reassignAndDrop' : 'drop.action')}
      typeName={role.name}
      busy={drop.isPending}
      disabled={!owned.data || (ownsSomething && !heir)}
      onConfirm={() => drop.mutate(ownsSomething ? heir : null)}
      onClose={onClose}
    >
      {owned.error ? (
        <Alert color="red">{owned.error.message}</Alert>
      ) : !owned.data ? (
        <LoadingRows rows={2} />
      ) : ownsSomething ? (
        <Inheritance role={role} owned={owned.data} server={server} heir={heir} onHeir={setHeir} />
      ) : (
        <p style={{ margin: 0 }}>{t('drop.ownsNothing')}</p>
      )}
      <p style={{ margin: '12px 0 0' }}>{t(kind === 'users' ? 'drop.userLost' : 'drop.groupLost')}</p>
    </ConfirmDanger>
  );
}

interface InheritanceProps {
  role: Role;
  owned: Owned;
  server: Connection;
  heir: string | null;
  onHeir: (name: string | null) => void;
}

function Inheritance({ role, owned, server, heir, onHeir }: InheritanceProps) {
  const users = useRoles(server.id, 'users').data ?? [];
  const groups = useRoles(server.id, 'groups').data ?? [];
  // What the role has written must not run with more rights from then on.
  const isFit = (to: Role) =>
    to.name !== role.name && (to.is_superuser ? role.is_superuser === true : !to.reserved);
  const names = (roles: Role[]) => roles.filter(isFit).map(({ name }) => name);
  return (
    <>
      <p style={{ margin: '0 0 8px' }}>{t('drop.owns')}</p>
      <div
        style={{ maxHeight: 220, overflow: 'auto' }}
        tabIndex={0}
        role="region"
        aria-label={t('owned.title')}
      >
        <OwnedList owned={owned} />
      </div>
      <Select
        mt="md"
        label={t('drop.heir')}
        description={t('drop.heirHint')}
        required
        searchable
        data={[
          { group: t('nav.users'), items: names(users) },
          { group: t('nav.groups'), items: names(groups) },
        ]}
        value={heir}
        onChange={onHeir}
      />
    </>
  );
}

function holdsAnything({ databases }: Owned): boolean {
  return databases.some((each) => each.owns_database || each.objects.length > 0 || (each.count ?? 0) > 0);
}
