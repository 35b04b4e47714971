import { useChange } from '@cairn/ui';
import { portal, type User } from '../../api.ts';
import { keys } from '../../queries.ts';

interface Change {
  user: User;
  enabled?: boolean;
  email?: string;
  group_ids?: number[];
}

/** Changes what an administrator may change of a user. */
export function useUserChange(done: (user: User) => string) {
  return useChange(
    ({ user, ...change }: Change) =>
      portal.PUT('/api/admin/users/{id}', {
        params: { path: { id: user.id } },
        body: { email: user.email, enabled: user.enabled, group_ids: user.group_ids, ...change },
      }),
    { refresh: [keys.users, keys.groups], done },
  );
}
