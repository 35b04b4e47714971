import type { DbadminOperations } from '@cairn/contracts';
import { auditContext, respond } from '@cairn/service';
import type { Actor, Call, Handlers } from '@cairn/service';
import { toOwnedBody, toRoleBody } from './mapper.ts';
import type { RoleService } from './service.ts';

type Operation =
  | 'listUsers'
  | 'createUser'
  | 'getUser'
  | 'updateUser'
  | 'deleteUser'
  | 'listOwned'
  | 'listGroups'
  | 'createGroup'
  | 'getGroup'
  | 'deleteGroup'
  | 'addMember'
  | 'removeMember';

export function roleRoutes({ roles }: { roles: RoleService }): Handlers<DbadminOperations, Operation> {
  return {
    async listUsers({ path }) {
      return (await roles.list(path.id, 'user')).map(toRoleBody);
    },
    async createUser({ path, body }, actor, call) {
      const target = targetOf(path.id, body.name, actor, call);
      return respond(201, toRoleBody(await roles.createUser(target, body.password, flagsOf(body))));
    },
    async getUser({ path }) {
      return toRoleBody(await roles.get(path.id, path.name, 'user'));
    },
    async updateUser({ path, body }, actor, call) {
      const target = targetOf(path.id, path.name, actor, call);
      return toRoleBody(await roles.updateUser(target, body.password ?? '', flagsOf(body)));
    },
    async deleteUser({ path, query }, actor, call) {
      const target = targetOf(path.id, path.name, actor, call);
      await roles.drop({ ...target, kind: 'user', reassignTo: query.reassign_to });
      return { success: true };
    },
    async listOwned({ path }) {
      return toOwnedBody(path.name, await roles.owned(path.id, path.name));
    },
    async listGroups({ path }) {
      return (await roles.list(path.id, 'group')).map(toRoleBody);
    },
    async createGroup({ path, body }, actor, call) {
      return respond(201, toRoleBody(await roles.createGroup(targetOf(path.id, body.name, actor, call))));
    },
    async getGroup({ path }) {
      return toRoleBody(await roles.get(path.id, path.name, 'group'));
    },
    async deleteGroup({ path, query }, actor, call) {
      const target = targetOf(path.id, path.name, actor, call);
      await roles.drop({ ...target, kind: 'group', reassignTo: query.reassign_to });
      return { success: true };
    },
    async addMember({ path, body }, actor, call) {
      await roles.addMember(targetOf(path.id, path.name, actor, call), body.member);
      return { success: true };
    },
    async removeMember({ path }, actor, call) {
      await roles.removeMember(targetOf(path.id, path.name, actor, call), path.member);
      return { success: true };
    },
  };
}

function targetOf(connectionId: number, name: string, actor: Actor, call: Call) {
  return { connectionId, name, cause: auditContext(actor, call) };
}

function flagsOf(body: { can_login?: boolean | undefined; is_superuser?: boolean | undefined }) {
  return { canLogin: body.can_login, isSuperuser: body.is_superuser };
}
