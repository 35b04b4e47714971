import { Divider, Stack } from '@mantine/core';
import { ApiError, ErrorState, LoadingRows, t, useApi } from '@cairn/ui';
import { portal } from '../client.ts';
import { usersKey } from '../query-keys.ts';
import { ResetPassword } from './reset-password.tsx';
import { UserForm } from './user-form.tsx';

interface Props {
  /** Null when the address names no user. */
  id: number | null;
  onClose: () => void;
}

/** One user's account and password. */
export function UserDetails({ id, onClose }: Props) {
  const { data, error, isPending, refetch } = useApi(
    [...usersKey, 'one', id],
    (signal) => portal.GET('/api/admin/users/{id}', { params: { path: { id: id ?? 0 } }, signal }),
    { enabled: id !== null },
  );
  if (id === null) return <ErrorState error={new ApiError({ status: 404, message: t('users.unknown') })} />;
  if (isPending) return <LoadingRows rows={4} />;
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  return (
    <Stack gap="lg" key={data.id}>
      <UserForm user={data} onDone={onClose} />
      <Divider />
      <ResetPassword user={data} />
    </Stack>
  );
}
