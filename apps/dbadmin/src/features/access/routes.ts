import type { DbadminOperations, DbadminSchemas } from '@cairn/contracts';
import { auditContext, respond } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { AccessService } from './service.ts';
import type { GrantOutcome } from './types.ts';

type Operation = 'userAccess' | 'groupAccess' | 'listGrants' | 'createGrant' | 'updateGrant' | 'deleteGrant';

export function accessRoutes({ access }: { access: AccessService }): Handlers<DbadminOperations, Operation> {
  return {
    userAccess: ({ path }) => access.userMatrix(path.id, path.name),
    groupAccess: ({ path }) => access.groupMatrix(path.id, path.name),
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
      return respond(201, toBody(await access.grant(target, body.level)));
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
