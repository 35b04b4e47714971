import type { PortalOperations, PortalSchemas } from '@cairn/contracts';
import { auditContext } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { UserService } from './service.ts';
import type { User } from './types.ts';

type Operation = 'listUsers' | 'createUser' | 'getUser' | 'updateUser' | 'resetPassword';

export function userRoutes({ users }: { users: UserService }): Handlers<PortalOperations, Operation> {
  return {
    async listUsers({ query }) {
      const items = (await users.list(query.search)).map(toUserBody);
      return { items, total: items.length };
    },
    async createUser({ body }, actor, call) {
      const user = await users.create(
        {
          username: body.username,
          displayName: body.display_name ?? '',
          email: body.email ?? null,
          password: body.password,
          mustChangePassword: body.must_change_password === true,
          enabled: body.enabled ?? true,
          groupIds: body.group_ids ?? [],
        },
        auditContext(actor, call),
      );
      return toUserBody(user);
    },
    getUser: async ({ path }) => toUserBody(await users.get(path.id)),
    async updateUser({ path, body }, actor, call) {
      const change = {
        ...(typeof body.display_name === 'string' ? { displayName: body.display_name } : {}),
        ...(body.email === undefined ? {} : { email: body.email }),
        ...(typeof body.enabled === 'boolean' ? { enabled: body.enabled } : {}),
        ...(body.group_ids ? { groupIds: body.group_ids } : {}),
      };
      return toUserBody(await users.update(path.id, change, auditContext(actor, call)));
    },
    async resetPassword({ path, body }, actor, call) {
      const reset = { password: body.password, mustChange: body.must_change_password === true };
      await users.resetPassword(path.id, reset, auditContext(actor, call));
      return { status: 'ok' };
    },
  };
}

function toUserBody(user: User): PortalSchemas['User'] {
  return {
    id: user.id,
    username: user.username,
    display_name: user.displayName,
    email: user.email ?? '',
    enabled: user.enabled,
    must_change_password: user.mustChangePassword,
    is_admin: user.isAdmin,
    groups: user.groups,
    group_ids: user.groupIds,
    created_at: user.createdAt.toISOString(),
  };
}
