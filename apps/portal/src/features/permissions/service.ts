import { isForeignKeyViolation } from '@cairn/db';
import { badRequest, notFound } from '@cairn/service';
import type { AppError, AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import { findGroup, findGroups } from '../groups/repo.ts';
import type { Group } from '../groups/types.ts';
import { findResource, lockResource } from '../resources/repo.ts';
import { explainAccess } from './explain.ts';
import type { AccessExplanation } from './explain.ts';
import {
  deletePermission,
  findPermission,
  findPermissions,
  findUserPermissions,
  grantPermission,
  replacePermissions,
} from './repo.ts';
import type { Grant } from './repo.ts';
import type { Matrix, MatrixInput, MatrixRow, Permission, UserPermission } from './types.ts';

export interface PermissionService {
  matrix(resourceId: number): Promise<Matrix>;
  replace(resourceId: number, input: MatrixInput, cause: AuditContext): Promise<void>;
  explain(resourceId: number, groupId: number): Promise<AccessExplanation>;
  list(): Promise<Permission[]>;
  /** Permissions of individual people. */
  listPeople(): Promise<UserPermission[]>;
  grant(grant: Grant, cause: AuditContext): Promise<Permission>;
  revoke(id: number, cause: AuditContext): Promise<void>;
}

export function createPermissionService({ db }: { db: Db }): PermissionService {
  return {
    async matrix(resourceId) {
      const [resource, groups, permissions, people] = await Promise.all([
        findResource(db, resourceId),
        findGroups(db),
        findPermissions(db, resourceId),
        findUserPermissions(db, resourceId),
      ]);
      if (!resource) throw unknownResource(resourceId);
      const isPublic = permissions.some((permission) => permission.groupKind === 'public');
      return {
        resource,
        visibility: isPublic ? 'public' : 'restricted',
        rows: groups.map((group) => rowOf(group, permissions)),
        people,
      };
    },

    async replace(resourceId, input, cause) {
      const work = db.transaction().execute(async (trx) => {
        const resource = await lockResource(trx, resourceId);
        if (!resource) throw unknownResource(resourceId);
        const grants = grantsOf(input, await findGroups(trx));
        await replacePermissions(trx, resourceId, grants);
        await recordAudit(trx, {
          event: 'permissions.replaced',
          cause,
          subject: { type: 'resource', id: resourceId, name: resource.displayName },
          details: {
            visibility: input.visibility,
            permissions: grants.map((grant) => ({ group_id: grant.groupId, permission: grant.permission })),
          },
        });
      });
      await unlessGroupGone(
        work,
        badRequest('portal.no_such_group', 'A group was deleted in the meantime. Reload the permissions.'),
      );
    },

    async explain(resourceId, groupId) {
      const [resource, group, permissions] = await Promise.all([
        findResource(db, resourceId),
        findGroup(db, groupId),
        findPermissions(db, resourceId),
      ]);
      if (!resource) throw unknownResource(resourceId);
      if (!group) throw unknownGroup(groupId);
      return explainAccess(resource, group, permissions);
    },

    list: () => findPermissions(db),
    listPeople: () => findUserPermissions(db),

    grant(grant, cause) {
      const noSuchGroup = unknownGroup(grant.groupId);
      const work = db.transaction().execute(async (trx) => {
        if (!(await lockResource(trx, grant.resourceId))) throw unknownResource(grant.resourceId);
        if (!(await findGroup(trx, grant.groupId))) throw noSuchGroup;
        const { id, created } = await grantPermission(trx, grant);
        const permission = await findPermission(trx, id);
        if (!permission)
          throw notFound('portal.no_such_permission', 'The permission was revoked in the meantime.');
        if (created) await recordAudit(trx, permissionEvent('permission.granted', cause, permission));
        return permission;
      });
      return unlessGroupGone(work, noSuchGroup);
    },

    async revoke(id, cause) {
      await db.transaction().execute(async (trx) => {
        const permission = await findPermission(trx, id);
        if (!permission || !(await deletePermission(trx, id)))
          throw notFound('portal.no_such_permission', `Permission ${id} not found.`);
        await recordAudit(trx, permissionEvent('permission.revoked', cause, permission));
      });
    },
  };
}

/** Throws `refusal` when a group was deleted after it was read. */
function unlessGroupGone<T>(work: Promise<T>, refusal: AppError): Promise<T> {
  return work.catch((error: unknown) =>
    Promise.reject(isForeignKeyViolation(error, 'permissions_group_id_fkey') ? refusal : error),
  );
}

/** The effective permissions of a group: admin implies edit, and edit implies view. */
function rowOf(group: Group, permissions: Permission[]): MatrixRow {
  const stored = new Set(
    permissions.filter((each) => each.groupId === group.id).map((each) => each.permission),
  );
  const admin = stored.has('admin');
  const edit = admin || stored.has('edit');
  return { groupId: group.id, groupName: group.name, view: edit || stored.has('view'), edit, admin };
}

/** The permissions of a matrix, adapted to its visibility. */
function grantsOf(input: MatrixInput, groups: Group[]): Omit<Grant, 'resourceId'>[] {
  const publicId = groups.find((group) => group.kind === 'public')?.id;
  const seen = new Set<number>();
  for (const { groupId } of input.rows) {
    if (seen.has(groupId)) throw badRequest('portal.group_twice', `The matrix lists group ${groupId} twice.`);
    seen.add(groupId);
    if (!groups.some((group) => group.id === groupId)) {
      throw badRequest('portal.no_such_group', `Group ${groupId} not found. Remove it from the matrix.`);
    }
  }
  const grants = input.rows.flatMap(({ groupId, permissions }) =>
    permissions.map((permission) => ({ groupId, permission })),
  );
  if (publicId === undefined) return grants;
  if (input.visibility === 'restricted') return grants.filter((grant) => grant.groupId !== publicId);
  const hasView = grants.some((grant) => grant.groupId === publicId && grant.permission === 'view');
  return hasView ? grants : [...grants, { groupId: publicId, permission: 'view' }];
}

function unknownResource(id: number) {
  return notFound('portal.no_such_resource', `Resource ${id} not found.`);
}

function unknownGroup(id: number) {
  return notFound('portal.no_such_group', `Group ${id} not found.`);
}

function permissionEvent(
  event: 'permission.granted' | 'permission.revoked',
  cause: AuditContext,
  permission: Permission,
) {
  return {
    event,
    cause,
    subject: { type: 'resource' as const, id: permission.resourceId, name: permission.resourceName },
    details: {
      group_id: permission.groupId,
      group_name: permission.groupName,
      permission: permission.permission,
    },
  };
}
