import { CloseButton, Select } from '@mantine/core';
import {
  EmptyState,
  ErrorState,
  LoadingRows,
  notifyUndo,
  ServiceLink,
  portalPath,
  t,
  useChange,
} from '@cairn/ui';
import { useUsers } from '../administration/use-admin-lists.ts';
import { portal, type Group, type User } from '../client.ts';
import { groupsKey, usersKey } from '../query-keys.ts';
import classes from './group-members.module.css';

interface Props {
  group: Group;
}

/** The members of a group; removing one can be undone. */
export function GroupMembers({ group }: Props) {
  const { data, error, isPending, refetch } = useUsers();
  const refresh = [usersKey, groupsKey];
  const add = useChange(
    (user: User) =>
      portal.POST('/api/admin/groups/{id}/users', {
        params: { path: { id: group.id } },
        body: { user_id: user.id },
      }),
    { refresh },
  );
  const remove = useChange(
    (user: User) =>
      portal.DELETE('/api/admin/groups/{id}/users/{user_id}', {
        params: { path: { id: group.id, user_id: user.id } },
      }),
    {
      refresh,
      onDone: (_, user) =>
        notifyUndo(t('groups.removed', { name: user.username, group: group.name }), () => add.mutate(user)),
    },
  );
  if (group.name === 'Public') return <p className={classes.note}>{t('groups.everybody')}</p>;
  if (isPending) return <LoadingRows rows={3} />;
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  const members = data.items.filter((user) => user.group_ids.includes(group.id));
  const others = data.items.filter((user) => !user.group_ids.includes(group.id));
  return (
    <section>
      <h3 className={classes.title}>{t('groups.memberCount', { count: members.length })}</h3>
      <Select
        aria-label={t('groups.addMember')}
        placeholder={t('groups.addMember')}
        data={others.map(({ id, username }) => ({ value: String(id), label: username }))}
        value={null}
        searchable
        disabled={add.isPending}
        nothingFoundMessage={t('groups.nobodyLeft')}
        onChange={(id) => {
          const user = others.find((each) => String(each.id) === id);
          if (user) add.mutate(user);
        }}
      />
      {members.length === 0 && <EmptyState title={t('groups.noMembers')} text={t('groups.noMembersText')} />}
      <ul className={classes.list}>
        {members.map((user) => (
          <li key={user.id} className={classes.member}>
            <ServiceLink href={`${portalPath()}/admin/users/${user.id}`}>{user.username}</ServiceLink>
            <span className={classes.email}>{user.email}</span>
            <CloseButton
              size="sm"
              aria-label={t('groups.remove', { name: user.username })}
              disabled={remove.isPending}
              onClick={() => remove.mutate(user)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
