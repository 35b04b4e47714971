import { Button, Divider, Stack } from '@mantine/core';
import { useState } from 'react';
import { ApiError, ConfirmDanger, ErrorState, LoadingRows, t, useChange } from '@cairn/ui';
import { portal, type Group } from '../client.ts';
import { accessOverviewKey, groupsKey, permissionsKey, usersKey } from '../query-keys.ts';
import { GroupForm } from './group-form.tsx';
import { GroupMembers } from './group-members.tsx';

interface Props {
  group: Group | undefined;
  loading: boolean;
  onClose: () => void;
}

/** One group and its members. */
export function GroupDetails({ group, loading, onClose }: Props) {
  const [deleting, setDeleting] = useState(false);
  const remove = useChange(
    (id: number) => portal.DELETE('/api/admin/groups/{id}', { params: { path: { id } } }),
    {
      refresh: [groupsKey, usersKey, accessOverviewKey, permissionsKey],
      done: t('groups.deleted', { name: group?.name }),
      onDone: onClose,
    },
  );
  if (loading) return <LoadingRows rows={4} />;
  if (!group) return <ErrorState error={new ApiError({ status: 404, message: t('groups.unknown') })} />;
  const danger = !group.protected && (
    <Button color="red" variant="subtle" onClick={() => setDeleting(true)}>
      {t('groups.delete')}
    </Button>
  );
  return (
    <Stack gap="lg" key={group.id}>
      <GroupForm group={group} onDone={() => undefined} danger={danger} />
      <Divider />
      <GroupMembers group={group} />
      <ConfirmDanger
        opened={deleting}
        title={t('groups.deleteTitle', { name: group.name })}
        action={t('groups.delete')}
        typeName={group.name}
        busy={remove.isPending}
        onClose={() => setDeleting(false)}
        onConfirm={() => remove.mutate(group.id)}
      >
        {t('groups.deleteText', { count: group.member_count })}
      </ConfirmDanger>
    </Stack>
  );
}
