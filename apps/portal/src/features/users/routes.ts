import type { PortalOperations, PortalSchemas } from '@cairn/contracts';
import { causeOf } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { UserService } from './service.ts';
import type { User } from './types.ts';

type Operation = 'listUsers' | 'createUser' | 'getUser' | 'updateUser' | 'resetPassword';

export function userRoutes({ users }: { users: UserService }): Handlers<PortalOperations, Operation> {
  return {
    async listUsers({ query }) {
      const items = (await users.list(query.search)).map(toWire);
      return { items, total: items.length };
    },
    async createUser({ body }, actor, call) {
      const user = await users.create(
        {
          username: body.username,
          email: body.email ?? null,
          password: body.password,
          enabled: body.enabled ?? true,
          groupIds: body.group_ids ?? [],
        },
        causeOf(actor, call),
      );
      return toWire(user);
    },
    getUser: async ({ path }) => toWire(await users.get(path.id)),
    async updateUser({ path, body }, actor, call) {
      const change = {
        ...(body.email === undefined ? {} : { email: body.email }),
        ...(typeof body.enabled === 'boolean' ? { enabled: body.enabled } : {}),
        ...(body.group_ids ? { groupIds: body.group_ids } : {}),
      };
      return toWire(await users.update(path.id, change, causeOf(actor, call)));
    },
    async resetPassword({ path, body }, actor, call) {
      await users.resetPassword(path.id, body.password, causeOf(actor, call));
      return { status: 'ok' };
    },
  };
}

function toWire(user: User): PortalSchemas['User'] {
  return {
    id: user.id,
    username: user.username,
    email: user.email ?? '',
    enabled: user.enabled,
    is_admin: user.isAdmin,
    groups: user.groups,
    group_ids: user.groupIds,
    created_at: user.createdAt.toISOString(),
  };
}
