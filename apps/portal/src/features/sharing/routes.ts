import type { PortalOperations, PortalSchemas } from '@cairn/contracts';
import { auditContext } from '@cairn/service';
import type { Actor, Handlers } from '@cairn/service';
import type { SharingService } from './service.ts';
import type { Sharing } from './types.ts';

type Operation = 'getSharing' | 'saveSharing' | 'explainSharing' | 'searchPeople';

export function sharingRoutes({
  sharing,
}: {
  sharing: SharingService;
}): Handlers<PortalOperations, Operation> {
  async function toSharingBody(access: Sharing, actor: Actor): Promise<PortalSchemas['Sharing']> {
    const choices = await sharing.choices(actor);
    return {
      resource_type: access.resource.resourceType,
      resource_key: access.resource.resourceKey,
      display_name: access.resource.displayName,
      version: access.version,
      visibility: access.isPublic ? 'public' : 'private',
      service_is_public: access.serviceIsPublic,
      owner: access.owner && { user_id: access.owner.id, username: access.owner.username },
      people: access.people.map(({ id, username, level }) => ({ user_id: id, username, level })),
      groups: access.groups.map(({ id, name, level }) => ({ group_id: id, group_name: name, level })),
      group_choices: choices.map(({ id, name }) => ({ group_id: id, group_name: name })),
    };
  }

  return {
    async getSharing({ path }, actor) {
      return toSharingBody(await sharing.read(keyOf(path), actor), actor);
    },
    async saveSharing({ path, body }, actor, call) {
      const input = {
        version: body.version,
        isPublic: body.visibility === 'public',
        people: body.people.map(({ user_id: id, level }) => ({ id, level })),
        groups: body.groups.map(({ group_id: id, level }) => ({ id, level })),
      };
      const by = { actor, cause: auditContext(actor, call) };
      return toSharingBody(await sharing.save(keyOf(path), input, by), actor);
    },
    async explainSharing({ path, query }, actor) {
      const explanation = await sharing.explain(keyOf(path), query.user_id, actor);
      return {
        user_id: explanation.person.id,
        username: explanation.person.username,
        level: explanation.level,
        may_use_service: explanation.mayUseService,
        summary: explanation.summary,
        reasons: explanation.reasons.map(({ groupName, ...reason }) => ({
          ...reason,
          ...(groupName === undefined ? {} : { group_name: groupName }),
        })),
      };
    },
    async searchPeople({ query }, actor) {
      const people = await sharing.searchPeople(query.q.trim(), actor);
      return { items: people.map(({ id, username }) => ({ user_id: id, username })) };
    },
  };
}

function keyOf(path: { resource_type: string; resource_key: string }) {
  return { resourceType: path.resource_type, resourceKey: path.resource_key };
}
