import { ActionIcon, Button, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { notifyUndo, Panel, ServiceLink, t, useChange } from '@cairn/ui';
import { roleHref } from '../addresses.ts';
import { dbadmin, type Connection, type Role } from '../client.ts';
import { rolesKey } from '../query-keys.ts';
import { useRoleOptions } from './use-roles.ts';
import text from '../layout/text.module.css';
import styles from './roles.module.css';

interface MembersProps {
  server: Connection;
  group: Role;
  mayChange: boolean;
}

/** The members of a group, to add and remove; removing offers Undo. */
export function Members({ server, group, mayChange }: MembersProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const excluded = new Set([group.name, ...group.members, ...group.member_of]);
  const [users] = useRoleOptions(server.id, () => true);
  const roles = useRoleOptions(server.id, ({ name, reserved }) => !reserved && !excluded.has(name));
  const path = { id: server.id, name: group.name };
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
        notifyUndo(t('roles.removed', { member, group: group.name }), () => add.mutate(member)),
    },
  );
  return (
    <Panel title={t('roles.members')} lead={t('roles.membersHint')}>
      {group.members.length === 0 ? <p className={text.quiet}>{t('roles.noMembers')}</p> : null}
      <ul className={styles.members}>
        {group.members.map((member) => (
          <li key={member}>
            <ServiceLink
              href={roleHref(users?.items.includes(member) ? 'users' : 'groups', server.id, member)}
            >
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
            placeholder={t('access.chooseRole')}
            nothingFoundMessage={t('access.noRole')}
            data={roles}
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
