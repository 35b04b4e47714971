import { ActionIcon, Button, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { notifyUndo, Panel, ServiceLink, t, useChange } from '@cairn/ui';
import { dbadmin, type Connection, type Role } from '../client.ts';
import { rolesKey } from '../query-keys.ts';
import { roleHref } from './columns.tsx';
import styles from './roles.module.css';
import { useRoles } from './use-roles.ts';

interface MembersProps {
  server: Connection;
  /** The group. */
  role: Role;
  mayChange: boolean;
}

/** Who is in a group: added from a list, taken out with a way back. */
export function Members({ server, role, mayChange }: MembersProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const users = useRoles(server.id, 'users');
  const groups = useRoles(server.id, 'groups');
  const path = { id: server.id, name: role.name };
  const refresh = [rolesKey(server.id)];
  const add = useChange(
    (member: string) =>
      dbadmin.POST('/api/connections/{id}/pg-groups/{name}/members', { params: { path }, body: { member } }),
    { refresh, onDone: () => setChosen(null) },
  );
  const remove = useChange(
    (member: string) =>
      dbadmin.DELETE('/api/connections/{id}/pg-groups/{name}/members/{member}', {
        params: { path: { ...path, member } },
      }),
    {
      refresh,
      onDone: (_answer, member) =>
        notifyUndo(t('roles.removed', { member, group: role.name }), () => add.mutate(member)),
    },
  );
  const taken = new Set([role.name, ...role.members, ...role.member_of]);
  const free = (roles: Role[] | undefined) =>
    (roles ?? []).filter(({ name, reserved }) => !taken.has(name) && !reserved).map(({ name }) => name);
  const isUser = (name: string) => users.data?.some((each) => each.name === name) === true;
  return (
    <Panel title={t('roles.members')} lead={t('roles.membersHint')}>
      {role.members.length === 0 ? <p className={styles.quiet}>{t('roles.noMembers')}</p> : null}
      <ul className={styles.members}>
        {role.members.map((member) => (
          <li key={member}>
            <ServiceLink href={roleHref(isUser(member) ? 'users' : 'groups', server.id, member)}>
              {member}
            </ServiceLink>
            {mayChange ? (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={t('roles.remove', { member })}
                disabled={remove.isPending}
                onClick={() => remove.mutate(member)}
              >
                <IconX size={14} />
              </ActionIcon>
            ) : null}
          </li>
        ))}
      </ul>
      {mayChange ? (
        <div className={styles.inline}>
          <Select
            label={t('roles.addMember')}
            searchable
            placeholder={t('roles.chooseRole')}
            nothingFoundMessage={t('access.noRole')}
            data={[
              { group: t('nav.users'), items: free(users.data) },
              { group: t('nav.groups'), items: free(groups.data) },
            ]}
            value={chosen}
            onChange={setChosen}
          />
          <Button
            variant="default"
            disabled={!chosen}
            loading={add.isPending}
            onClick={() => chosen && add.mutate(chosen)}
          >
            {t('roles.add')}
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}
