import { isForeignKeyViolation } from '@cairn/db';
import { badRequest, notFound } from '@cairn/service';
import type { AppError, AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import { findGroup, findGroups } from '../groups/repo.ts';
import type { Group } from '../groups/types.ts';
import { findResource } from '../resources/repo.ts';
import type { Resource } from '../resources/types.ts';
import { explainAccess } from './explain.ts';
import type { AccessExplanation } from './explain.ts';
import {
  deletePermission,
  findPermission,
  findPermissions,
  findUserPermissions,
  grantPermission,
  lockResource,
  replacePermissions,
} from './repo.ts';
import type { Grant } from './repo.ts';
import type { Matrix, MatrixInput, MatrixRow, Permission, UserPermission } from './types.ts';

export interface PermissionService {
  matrix(resourceId: number): Promise<Matrix>;
  replace(resourceId: number, input: MatrixInput, cause: AuditContext): Promise<void>;
  explain(resourceId: number, groupId: number): Promise<AccessExplanation>;
  list(): Promise<Permission[]>;
  /** Permissions of single people. */
  listPeople(): Promise<UserPermission[]>;
  grant(grant: Grant, cause: AuditContext): Promise<Permission>;
  revoke(id: number, cause: AuditContext): Promise<void>;
}

export function createPermissionService({ db }: { db: Db }): PermissionService {
  async function resourceOf(handle: Db, id: number): Promise<Resource> {
    const resource = await findResource(handle, id);
    if (!resource) throw notFound('portal.no_such_resource', `There is no resource with id ${id}.`);
    return resource;
  }

  /** The resource, locked against changes and deletion until the transaction ends. */
  async function lockedResource(trx: Db, id: number): Promise<Resource> {
    await lockResource(trx, id);
    return resourceOf(trx, id);
  }

  return {
    async matrix(resourceId) {
      const [resource, groups, permissions, people] = await Promise.all([
        resourceOf(db, resourceId),
        findGroups(db),
        findPermissions(db, resourceId),
        findUserPermissions(db, resourceId),
      ]);
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
        const resource = await lockedResource(trx, resourceId);
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
        badRequest(
          'portal.no_such_group',
          'A group of the matrix was deleted at the same moment; load it again.',
        ),
      );
    },

    async explain(resourceId, groupId) {
      const [resource, group, permissions] = await Promise.all([
        resourceOf(db, resourceId),
        findGroup(db, groupId),
        findPermissions(db, resourceId),
      ]);
      if (!group) throw notFound('portal.no_such_group', `There is no group with id ${groupId}.`);
      return explainAccess(resource, group, permissions);
    },

    list: () => findPermissions(db),
    listPeople: () => findUserPermissions(db),

    grant(grant, cause) {
      const noSuchGroup = notFound('portal.no_such_group', `There is no group with id ${grant.groupId}.`);
      const work = db.transaction().execute(async (trx) => {
        await lockedResource(trx, grant.resourceId);
        if (!(await findGroup(trx, grant.groupId))) throw noSuchGroup;
        const { id, created } = await grantPermission(trx, grant);
        const permission = await findPermission(trx, id);
        if (!permission)
          throw notFound('portal.no_such_permission', 'The permission was taken away at the same moment.');
        if (created) await recordAudit(trx, permissionEvent('permission.granted', cause, permission));
        return permission;
      });
      return unlessGroupGone(work, noSuchGroup);
    },

    async revoke(id, cause) {
      await db.transaction().execute(async (trx) => {
        const permission = await findPermission(trx, id);
        if (!permission || !(await deletePermission(trx, id)))
          throw notFound('portal.no_such_permission', `There is no permission with id ${id}.`);
        await recordAudit(trx, permissionEvent('permission.revoked', cause, permission));
      });
    },
  };
}

/** A group may be deleted between the look at it and the row that names it. */
function unlessGroupGone<T>(work: Promise<T>, refusal: AppError): Promise<T> {
  return work.catch((error: unknown) =>
    Promise.reject(isForeignKeyViolation(error, 'permissions_group_id_fkey') ? refusal : error),
  );
}

/** Admin implies edit implies view, so the row shows what holds, not only what is stored. */
function rowOf(group: Group, permissions: Permission[]): MatrixRow {
  const held = new Set(
    permissions.filter((each) => each.groupId === group.id).map((each) => each.permission),
  );
  const admin = held.has('admin');
  const edit = admin || held.has('edit');
  return { groupId: group.id, groupName: group.name, view: edit || held.has('view'), edit, admin };
}

/** The permissions that a matrix asks for, after the rules of its visibility. */
function grantsOf(input: MatrixInput, groups: Group[]): Omit<Grant, 'resourceId'>[] {
  const publicId = groups.find((group) => group.kind === 'public')?.id;
  const seen = new Set<number>();
  for (const { groupId } of input.rows) {
    if (seen.has(groupId))
      throw badRequest('portal.group_twice', `The matrix names the group ${groupId} twice; name it once.`);
    seen.add(groupId);
    if (!groups.some((group) => group.id === groupId)) {
      throw badRequest(
        'portal.no_such_group',
        `There is no group with id ${groupId}; leave it out of the matrix.`,
      );
    }
  }
  const asked = input.rows.flatMap(({ groupId, permissions }) =>
    permissions.map((permission) => ({ groupId, permission })),
  );
  if (publicId === undefined) return asked;
  if (input.visibility === 'restricted') return asked.filter((grant) => grant.groupId !== publicId);
  const hasView = asked.some((grant) => grant.groupId === publicId && grant.permission === 'view');
  return hasView ? asked : [...asked, { groupId: publicId, permission: 'view' }];
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
