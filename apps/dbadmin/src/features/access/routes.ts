import type { DbadminOperations, DbadminSchemas } from '@cairn/contracts';
import { auditContext, respond } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { noSuchRole } from '../roles/repo.ts';
import type { Servers } from '../servers/service.ts';
import { readMatrix } from './matrix.ts';
import type { AccessService } from './service.ts';
import type { GrantOutcome } from './types.ts';

type Names = 'userAccess' | 'groupAccess' | 'listGrants' | 'createGrant' | 'updateGrant' | 'deleteGrant';

export function accessRoutes({
  db,
  servers,
  access,
}: {
  db: Db;
  servers: Servers;
  access: AccessService;
}): Handlers<DbadminOperations, Names> {
  return {
    userAccess: ({ path }) => readMatrix({ db, servers }, path.id, path.name),
    groupAccess: ({ path }) =>
      readMatrix({ db, servers }, path.id, path.name, (role) => {
        if (role.canLogin) throw noSuchRole(role.name);
      }),
    async listGrants({ path }) {
      return (await access.list(path.id)).map(({ roleName, level, grantedAt, grantedBy }) => ({
        role_name: roleName,
        level,
        granted_at: grantedAt.toISOString(),
        granted_by: grantedBy,
      }));
    },
    async createGrant({ path, body }, actor, call) {
      const target = { databaseId: path.id, roleName: body.role_name, cause: auditContext(actor, call) };
      return respond(201, toBody(await access.give(target, body.level)));
    },
    async updateGrant({ path, body }, actor, call) {
      const target = { databaseId: path.id, roleName: path.name, cause: auditContext(actor, call) };
      return toBody(await access.change(target, body.level));
    },
    async deleteGrant({ path }, actor, call) {
      return toBody(
        await access.revoke({ databaseId: path.id, roleName: path.name, cause: auditContext(actor, call) }),
      );
    },
  };
}

function toBody(outcome: GrantOutcome): DbadminSchemas['GrantResult'] {
  return {
    role_name: outcome.roleName,
    level: outcome.level,
    objects: outcome.objects,
    skipped: outcome.skipped,
    covered_creators: outcome.coveredCreators,
    uncovered_creators: outcome.uncoveredCreators,
  };
}
