import type { PortalOperations, PortalSchemas } from '@cairn/contracts';
import { auditContext, respond } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { toGroupBody } from '../groups/mapper.ts';
import { toResourceBody } from '../resources/mapper.ts';
import type { AccessReason } from './explain.ts';
import type { PermissionService } from './service.ts';
import type { Permission, PermissionName, UserPermission } from './types.ts';

type Operation =
  | 'getPermissions'
  | 'replacePermissions'
  | 'explainAccess'
  | 'listPermissions'
  | 'createPermission'
  | 'deletePermission';

const NAMES: PermissionName[] = ['view', 'edit', 'admin'];

export function permissionRoutes({
  permissions,
}: {
  permissions: PermissionService;
}): Handlers<PortalOperations, Operation> {
  return {
    async getPermissions({ path }) {
      const { resource, visibility, rows, people } = await permissions.matrix(path.id);
      return {
        resource: toResourceBody(resource),
        visibility,
        matrix: rows.map(({ groupId, groupName, ...may }) => ({
          group_id: groupId,
          group_name: groupName,
          ...may,
        })),
        ...(people.length > 0 ? { people: people.map(toUserPermissionBody) } : {}),
      };
    },
    async replacePermissions({ path, body }, actor, call) {
      const rows = body.matrix.map((row) => ({
        groupId: row.group_id,
        permissions: NAMES.filter((name) => row[name] === true),
      }));
      await permissions.replace(path.id, { visibility: body.visibility, rows }, auditContext(actor, call));
      return { status: 'ok' };
    },
    async explainAccess({ path, query }) {
      const { resource, group, reasons, ...answer } = await permissions.explain(path.id, query.group_id);
      return {
        resource: toResourceBody(resource),
        group: toGroupBody(group),
        ...answer,
        reasons: reasons.map(toReasonBody),
      };
    },
    async listPermissions() {
      const [items, people] = await Promise.all([permissions.list(), permissions.listPeople()]);
      return {
        items: items.map(toPermissionBody),
        total: items.length,
        ...(people.length > 0 ? { people: people.map(toUserPermissionBody) } : {}),
      };
    },
    async createPermission({ body }, actor, call) {
      const grant = { resourceId: body.resource_id, groupId: body.group_id, permission: body.permission };
      return respond(201, toPermissionBody(await permissions.grant(grant, auditContext(actor, call))));
    },
    async deletePermission({ path }, actor, call) {
      await permissions.revoke(path.id, auditContext(actor, call));
      return undefined;
    },
  };
}

function toPermissionBody(permission: Permission): PortalSchemas['Permission'] {
  return {
    id: permission.id,
    resource_id: permission.resourceId,
    group_id: permission.groupId,
    permission: permission.permission,
    resource_type: permission.resourceType,
    resource_key: permission.resourceKey,
    resource_name: permission.resourceName,
    service: permission.service,
    group_name: permission.groupName,
    created_at: permission.createdAt.toISOString(),
  };
}

function toUserPermissionBody(permission: UserPermission): PortalSchemas['UserPermission'] {
  return {
    resource_id: permission.resourceId,
    user_id: permission.userId,
    username: permission.username,
    permission: permission.permission,
    resource_type: permission.resourceType,
    resource_key: permission.resourceKey,
    resource_name: permission.resourceName,
    service: permission.service,
  };
}

function toReasonBody(reason: AccessReason): PortalSchemas['AccessReason'] {
  return {
    kind: reason.kind,
    permission: reason.permission,
    group_id: reason.groupId,
    group_name: reason.groupName,
    ...(reason.permissionId === undefined ? {} : { permission_id: reason.permissionId }),
    sentence: reason.sentence,
  };
}
