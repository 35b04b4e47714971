import type { PortalOperations } from '@cairn/contracts';
import { auditContext } from '@cairn/service';
import type { Actor, Handlers } from '@cairn/service';
import { toOverviewItemBody, toResourceBody } from './mapper.ts';
import type { ResourceService } from './service.ts';

type Operation = 'listResources' | 'accessOverview' | 'registerResource' | 'forgetResource';

export function resourceRoutes({
  resources,
}: {
  resources: ResourceService;
}): Handlers<PortalOperations, Operation> {
  return {
    async listResources({ query }) {
      const items = (await resources.list(exactFilter(query))).map(toResourceBody);
      return { items, total: items.length };
    },
    async accessOverview({ query }) {
      const visibility =
        query.visibility === 'public' || query.visibility === 'restricted' ? query.visibility : null;
      const items = await resources.overview({
        ...exactFilter(query),
        ...(query.search ? { search: query.search } : {}),
        ...(visibility ? { visibility } : {}),
      });
      return { items: items.map(toOverviewItemBody), total: items.length };
    },
    async registerResource({ path, body }, actor, call) {
      const { resource, created } = await resources.register(
        {
          resourceType: path.resource_type,
          resourceKey: path.resource_key,
          displayName: body.display_name,
          service: body.service,
          ...(body.owner_id === undefined ? {} : { ownerId: body.owner_id }),
          ...(body.visibility ? { visibility: body.visibility } : {}),
          ...(body.grants ? { grants: body.grants } : {}),
          ...(body.url === undefined ? {} : { url: body.url }),
          ...(body.replaces ? { replaces: body.replaces } : {}),
        },
        callingService(actor),
        auditContext(actor, call),
      );
      return { ...toResourceBody(resource), created };
    },
    async forgetResource({ path }, actor, call) {
      const key = { resourceType: path.resource_type, resourceKey: path.resource_key };
      await resources.forget(key, callingService(actor), auditContext(actor, call));
      return undefined;
    },
  };
}

function callingService(actor: Actor): string {
  return actor.service ?? '';
}

/** Without empty filters, which forms send for empty fields. */
function exactFilter(query: { service?: string; resource_type?: string }) {
  return {
    ...(query.service ? { service: query.service } : {}),
    ...(query.resource_type ? { resourceType: query.resource_type } : {}),
  };
}
