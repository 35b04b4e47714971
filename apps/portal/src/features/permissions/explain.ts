import type { Group } from '../groups/types.ts';
import type { Resource } from '../resources/types.ts';
import type { Permission, PermissionName } from './types.ts';

export interface AccessReason {
  kind: 'grant' | 'public' | 'administrators';
  permission: PermissionName;
  groupId: number;
  groupName: string;
  permissionId?: number;
  sentence: string;
}

export interface AccessExplanation {
  resource: Resource;
  group: Group;
  visibility: 'public' | 'restricted';
  view: boolean;
  edit: boolean;
  admin: boolean;
  summary: string;
  reasons: AccessReason[];
}

const LEVEL: Record<PermissionName, number> = { view: 1, edit: 2, admin: 3 };
const VERB: Record<PermissionName, string> = {
  view: 'view',
  edit: 'view and edit',
  admin: 'view, edit and administer',
};

/** The access of a group's members to a resource, and its reasons; `permissions` are all of the resource. */
export function explainAccess(
  resource: Resource,
  group: Group,
  permissions: Permission[],
): AccessExplanation {
  const reasons: AccessReason[] = [];
  if (group.kind === 'administrators') {
    reasons.push({
      kind: 'administrators',
      permission: 'admin',
      groupId: group.id,
      groupName: group.name,
      sentence: `Members of ${group.name} have full access to everything.`,
    });
  }
  for (const permission of permissions) {
    if (permission.groupId === group.id) reasons.push(grantReason(permission));
    else if (permission.groupKind === 'public') reasons.push(publicReason(permission));
  }
  const level = Math.max(0, ...reasons.map((reason) => LEVEL[reason.permission]));
  return {
    resource,
    group,
    visibility: permissions.some((permission) => permission.groupKind === 'public') ? 'public' : 'restricted',
    view: level >= 1,
    edit: level >= 2,
    admin: level >= 3,
    summary: summaryOf(resource, group, level),
    reasons,
  };
}

function grantReason(permission: Permission): AccessReason {
  return {
    kind: permission.groupKind === 'public' ? 'public' : 'grant',
    permission: permission.permission,
    groupId: permission.groupId,
    groupName: permission.groupName,
    permissionId: permission.id,
    sentence: `${permission.groupName} has the permission ${permission.permission}: its members can ${VERB[permission.permission]} it.`,
  };
}

function publicReason(permission: Permission): AccessReason {
  return {
    kind: 'public',
    permission: permission.permission,
    groupId: permission.groupId,
    groupName: permission.groupName,
    permissionId: permission.id,
    sentence: `Everyone is in ${permission.groupName}, which has the permission ${permission.permission}.`,
  };
}

function summaryOf(resource: Resource, group: Group, level: number): string {
  const name = resource.displayName;
  if (level === 0) {
    return `Members of ${group.name} cannot view ${name}: it is restricted, and the group has no permission on it.`;
  }
  const verb = level === 1 ? VERB.view : level === 2 ? VERB.edit : VERB.admin;
  return `Members of ${group.name} can ${verb} ${name}.`;
}
