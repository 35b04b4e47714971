import { Button, Divider, Stack } from '@mantine/core';
import { useState } from 'react';
import { ApiError, ConfirmDanger, ErrorState, LoadingRows, t, useChange } from '@cairn/ui';
import { portal, type Group } from '../../api.ts';
import { keys } from '../../queries.ts';
import { GroupForm } from './group-form.tsx';
import { GroupMembers } from './group-members.tsx';

interface Props {
  group: Group | undefined;
  loading: boolean;
  onClose: () => void;
}

/** One group: name, members, and the way to delete it. */
export function GroupDetails({ group, loading, onClose }: Props) {
  const [asking, setAsking] = useState(false);
  const remove = useChange(
    (id: number) => portal.DELETE('/api/admin/groups/{id}', { params: { path: { id } } }),
    {
      refresh: [keys.groups, keys.users, keys.overview, keys.permissions],
      done: t('groups.deleted', { name: group?.name }),
      onDone: onClose,
    },
  );
  if (loading) return <LoadingRows rows={4} />;
  if (!group) return <ErrorState error={new ApiError({ status: 404, message: t('groups.unknown') })} />;
  const danger = !group.protected && (
    <Button color="red" variant="subtle" onClick={() => setAsking(true)}>
      {t('groups.delete')}
    </Button>
  );
  return (
    <Stack gap="lg" key={group.id}>
      <GroupForm group={group} onDone={() => undefined} danger={danger} />
      <Divider />
      <GroupMembers group={group} />
      <ConfirmDanger
        opened={asking}
        title={t('groups.deleteTitle', { name: group.name })}
        action={t('groups.delete')}
        typeName={group.name}
        busy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate(group.id)}
      >
        {t('groups.deleteText', { count: group.member_count })}
      </ConfirmDanger>
    </Stack>
  );
}
