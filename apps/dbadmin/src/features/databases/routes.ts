import type { DbadminOperations, DbadminSchemas } from '@cairn/contracts';
import { auditContext, parseId, respond } from '@cairn/service';
import type { Actor, Handlers } from '@cairn/service';
import type { DatabaseJobs } from './job-requests.ts';
import { toDatabaseBody, toDetailBody, toEnqueuedBody } from './mapper.ts';
import type { DatabaseService } from './service.ts';
import type { TableBrowser } from './table-browser.ts';

type Operation =
  | 'listDatabases'
  | 'getDatabase'
  | 'updateDatabase'
  | 'registerDatabase'
  | 'unregisterDatabase'
  | 'createDatabase'
  | 'cloneDatabase'
  | 'deleteDatabase'
  | 'listSchemas'
  | 'listTables'
  | 'listExtents';

export function databaseRoutes({
  databases,
  databaseJobs,
  tableBrowser,
}: {
  databases: DatabaseService;
  databaseJobs: DatabaseJobs;
  tableBrowser: TableBrowser;
}): Handlers<DbadminOperations, Operation> {
  async function detail(id: number, actor: Actor): Promise<DbadminSchemas['DatabaseDetail']> {
    const { view, connection } = await databases.view(id, actor);
    return toDetailBody(view, connection);
  }

  return {
    async listDatabases({ query }, actor) {
      return (await databases.listViews(parseId(query.connection_id) ?? undefined, actor)).map(
        toDatabaseBody,
      );
    },
    getDatabase: ({ path }, actor) => detail(path.id, actor),
    async updateDatabase({ path, body }, actor) {
      if (body.purpose !== undefined) await databases.setPurpose(path.id, body.purpose);
      return detail(path.id, actor);
    },
    async registerDatabase({ path, body }, actor, call) {
      const fields = { name: body.name, purpose: body.purpose ?? '' };
      return respond(201, { id: await databases.register(path.id, fields, auditContext(actor, call)) });
    },
    async unregisterDatabase({ path }, actor, call) {
      await databases.unregister(path.id, auditContext(actor, call));
      return { success: true };
    },
    async createDatabase({ body }, actor, call) {
      const { connection_id: connectionId, name, purpose = '', enable_spatialdb: spatial = false } = body;
      const request = { connectionId, name, purpose, spatial };
      return respond(202, toEnqueuedBody(await databaseJobs.create(request, auditContext(actor, call))));
    },
    async cloneDatabase({ path, body }, actor, call) {
      const request = { name: body.name, purpose: body.purpose ?? '' };
      const cause = auditContext(actor, call);
      return respond(202, toEnqueuedBody(await databaseJobs.clone(path.id, request, cause)));
    },
    async deleteDatabase({ path, body }, actor, call) {
      const jobId = await databaseJobs.remove(path.id, body.confirm_name ?? '', auditContext(actor, call));
      return respond(202, { job_id: String(jobId) });
    },
    listSchemas: ({ path }, actor) => tableBrowser.schemas(path.id, actor),
    listTables: ({ path, query }, actor) => tableBrowser.tables(path.id, query.schema || null, actor),
    listExtents: ({ path, query }, actor) => tableBrowser.extents(path.id, query.schema || null, actor),
  };
}
