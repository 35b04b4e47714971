import { Alert, Select } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDanger, LoadingRows, t, useChange } from '@cairn/ui';
import { dbadmin, type Connection, type Owned, type Role } from '../client.ts';
import { rolesKey } from '../query-keys.ts';
import { OwnedList } from './owned-objects.tsx';
import { useOwnedObjects, useRoleOptions, type RoleKind } from './use-roles.ts';

interface DeleteRoleDialogProps {
  kind: RoleKind;
  server: Connection;
  role: Role;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

/** Deletes a role. If it owns objects, another role has to be chosen to own them. */
export function DeleteRoleDialog({ kind, server, role, opened, onClose, onDeleted }: DeleteRoleDialogProps) {
  const [newOwner, setNewOwner] = useState<string | null>(null);
  const owned = useOwnedObjects(server.id, role.name, opened);
  const drop = useChange(
    (reassignTo: string | null) => {
      const query = reassignTo === null ? {} : { reassign_to: reassignTo };
      const params = { path: { id: server.id, name: role.name }, query };
      return kind === 'users'
        ? dbadmin.DELETE('/api/connections/{id}/pg-users/{name}', { params })
        : dbadmin.DELETE('/api/connections/{id}/pg-groups/{name}', { params });
    },
    {
      done: t('deleteRole.done', { name: role.name }),
      refresh: [rolesKey(server.id)],
      onDone: onDeleted,
    },
  );
  const ownsObjects = owned.data?.databases.some(isOwner) ?? false;
  return (
    <ConfirmDanger
      opened={opened}
      title={t('deleteRole.title', { name: role.name })}
      action={t(ownsObjects && newOwner ? 'deleteRole.reassignAndDelete' : 'deleteRole.action')}
      typeName={role.name}
      busy={drop.isPending}
      disabled={!owned.data || (ownsObjects && !newOwner)}
      onConfirm={() => drop.mutate(ownsObjects ? newOwner : null)}
      onClose={onClose}
    >
      {owned.error ? (
        <Alert color="red">{owned.error.message}</Alert>
      ) : !owned.data ? (
        <LoadingRows rows={2} />
      ) : ownsObjects ? (
        <Reassignment
          role={role}
          owned={owned.data}
          server={server}
          newOwner={newOwner}
          onNewOwner={setNewOwner}
        />
      ) : (
        <p style={{ margin: 0 }}>{t('deleteRole.ownsNothing')}</p>
      )}
      <p style={{ margin: '12px 0 0' }}>
        {t(kind === 'users' ? 'deleteRole.userLost' : 'deleteRole.groupLost')}
      </p>
    </ConfirmDanger>
  );
}

interface ReassignmentProps {
  role: Role;
  owned: Owned;
  server: Connection;
  newOwner: string | null;
  onNewOwner: (name: string | null) => void;
}

function Reassignment({ role, owned, server, newOwner, onNewOwner }: ReassignmentProps) {
  // Functions of the role must not run with more privileges under the new owner.
  const roles = useRoleOptions(
    server.id,
    ({ name, is_superuser: isSuperuser, reserved }) =>
      name !== role.name && (isSuperuser ? role.is_superuser === true : !reserved),
  );
  return (
    <>
      <p style={{ margin: '0 0 8px' }}>{t('deleteRole.owns')}</p>
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
        label={t('deleteRole.newOwner')}
        description={t('deleteRole.newOwnerHint')}
        required
        searchable
        data={roles}
        value={newOwner}
        onChange={onNewOwner}
      />
    </>
  );
}

function isOwner({ owns_database: ownsDatabase, objects, count = 0 }: Owned['databases'][number]): boolean {
  return ownsDatabase || objects.length > 0 || count > 0;
}
