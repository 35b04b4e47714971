import type { PortalSchemas } from '@cairn/contracts';
import type { Group } from './types.ts';

export function toGroupBody(group: Group): PortalSchemas['Group'] {
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    member_count: group.memberCount,
    protected: group.kind !== null,
    created_at: group.createdAt.toISOString(),
  };
}
