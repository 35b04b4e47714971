import type { ReportServerOperations } from '@cairn/contracts';
import { auditContext, respond } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { toDatasourceBody, toFields, toTestBody } from './mapper.ts';
import type { DatasourceService } from './service.ts';

type Operation =
  | 'listDatasources'
  | 'createDatasource'
  | 'adoptDatasource'
  | 'getDatasource'
  | 'updateDatasource'
  | 'deleteDatasource'
  | 'testDatasource';

export function datasourceRoutes({
  datasources,
}: {
  datasources: DatasourceService;
}): Handlers<ReportServerOperations, Operation> {
  return {
    listDatasources: async () => ({ datasources: (await datasources.list()).map(toDatasourceBody) }),

    async createDatasource({ body }, actor, call) {
      const change = { fields: toFields(body), password: body.password ?? '' };
      const context = { cause: auditContext(actor, call), signal: call.signal };
      return respond(201, toDatasourceBody(await datasources.create(body.key, { ...change, ...context })));
    },

    async adoptDatasource({ body }, actor, call) {
      const { connection_id: connectionId, database_id: databaseId, key, title } = body;
      const context = { cause: auditContext(actor, call), call };
      const adopted = await datasources.adopt(actor, { connectionId, databaseId, key, title }, context);
      return respond(201, toDatasourceBody(adopted));
    },

    getDatasource: async ({ path }) => toDatasourceBody(await datasources.get(path.key)),

    async updateDatasource({ path, body }, actor, call) {
      const change = { fields: toFields(body), password: body.password ?? '' };
      const context = { cause: auditContext(actor, call), signal: call.signal };
      const updated = await datasources.replace(path.key, body.revision, { ...change, ...context });
      return toDatasourceBody(updated);
    },

    async deleteDatasource({ path }, actor, call) {
      await datasources.remove(path.key, auditContext(actor, call));
      return respond(204);
    },

    testDatasource: async ({ path }, _actor, call) =>
      toTestBody(await datasources.test(path.key, call.signal)),
  };
}
