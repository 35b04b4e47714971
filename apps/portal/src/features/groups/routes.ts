import type { PortalOperations } from '@cairn/contracts';
import { auditContext } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { toGroupBody } from './mapper.ts';
import type { GroupService } from './service.ts';

type Operation =
  'listGroups' | 'createGroup' | 'updateGroup' | 'deleteGroup' | 'addGroupUser' | 'removeGroupUser';

export function groupRoutes({ groups }: { groups: GroupService }): Handlers<PortalOperations, Operation> {
  return {
    async listGroups() {
      const items = (await groups.list()).map(toGroupBody);
      return { items, total: items.length };
    },
    createGroup: async ({ body }, actor, call) =>
      toGroupBody(await groups.create(toInput(body), auditContext(actor, call))),
    updateGroup: async ({ path, body }, actor, call) =>
      toGroupBody(await groups.update(path.id, toInput(body), auditContext(actor, call))),
    async deleteGroup({ path }, actor, call) {
      await groups.delete(path.id, auditContext(actor, call));
      return undefined;
    },
    async addGroupUser({ path, body }, actor, call) {
      await groups.addUser({ groupId: path.id, userId: body.user_id }, auditContext(actor, call));
      return { status: 'ok' };
    },
    async removeGroupUser({ path }, actor, call) {
      await groups.removeUser({ groupId: path.id, userId: path.user_id }, auditContext(actor, call));
      return undefined;
    },
  };
}

function toInput(body: { name: string; description?: string | null }) {
  return {
    name: body.name,
    ...(body.description === undefined ? {} : { description: body.description ?? '' }),
  };
}
