import type { DbadminSchemas } from '@cairn/contracts';
import type { OwnedInDatabase, Role } from './types.ts';

export function toRoleBody(role: Role): DbadminSchemas['Role'] {
  return {
    name: role.name,
    can_login: role.canLogin,
    is_superuser: role.isSuperuser,
    can_create_database: role.canCreateDatabase,
    can_create_role: role.canCreateRole,
    inherits: role.inherits,
    connection_limit: role.connectionLimit,
    valid_until: role.validUntil,
    has_password: role.hasPassword,
    member_of: role.memberOf,
    members: role.members,
    reserved: role.reserved,
    comment: role.comment,
  };
}

export function toOwnedBody(role: string, owned: OwnedInDatabase[]): DbadminSchemas['Owned'] {
  return {
    role,
    databases: owned.map(({ database, ownsDatabase, objects, count, error }) => ({
      database,
      owns_database: ownsDatabase,
      objects,
      count,
      ...(error === undefined ? {} : { error }),
    })),
  };
}
