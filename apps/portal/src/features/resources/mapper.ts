import type { PortalSchemas } from '@cairn/contracts';
import type { AccessOverviewItem, Resource } from './types.ts';

export function toResourceBody(resource: Resource): PortalSchemas['Resource'] {
  return {
    id: resource.id,
    resource_type: resource.resourceType,
    resource_key: resource.resourceKey,
    display_name: resource.displayName,
    service: resource.service,
    created_at: resource.createdAt.toISOString(),
  };
}

export function toOverviewItemBody({
  resource,
  ownerName,
  visibility,
  groupNames,
  people,
}: AccessOverviewItem): PortalSchemas['AccessOverviewItem'] {
  return {
    resource_id: resource.id,
    resource_type: resource.resourceType,
    resource_key: resource.resourceKey,
    display_name: resource.displayName,
    service: resource.service,
    owner_id: resource.ownerId,
    owner_name: ownerName,
    visibility,
    group_names_with_access: groupNames,
    ...(people.length > 0 ? { people_with_access: people } : {}),
  };
}
