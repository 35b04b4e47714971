import type { VaultOperations } from '@cairn/contracts';
import { auditContext, badRequest, respond } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { openForField } from './connections/open-for-field.ts';
import type { MapServers } from './connections/service.ts';
import { createWorkspace, deleteWorkspace, listWorkspaces } from './geoserver/workspaces.ts';
import { toPublicationBody, toQueuedBody } from './publications/mapper.ts';
import { readPublishSettings } from './publications/read-request.ts';
import type { Publications } from './publications/service.ts';
import { fromMapServerBody, toMapServerBody, toMapServerTestBody } from './mapper.ts';

export interface MapServerRoutesDeps {
  mapServers: MapServers;
  mapPublications: Publications;
}

type Operation =
  | 'listMapServers'
  | 'createMapServer'
  | 'updateMapServer'
  | 'deleteMapServer'
  | 'testMapServer'
  | 'listMapServerWorkspaces'
  | 'createMapServerWorkspace'
  | 'deleteMapServerWorkspace'
  | 'publishToMapServer'
  | 'republishToMapServer'
  | 'unpublishFromMapServer'
  | 'listMapServerPublications'
  | 'listDatasetPublications';

export function mapServerRoutes({
  mapServers,
  mapPublications: publications,
}: MapServerRoutesDeps): Handlers<VaultOperations, Operation> {
  return {
    listMapServers: async () => (await mapServers.list()).map(toMapServerBody),

    async createMapServer({ body }, actor, call) {
      return respond(201, {
        id: await mapServers.create(fromMapServerBody(body), auditContext(actor, call)),
      });
    },

    async updateMapServer({ path, body }, actor, call) {
      await mapServers.update(path.id, fromMapServerBody(body), auditContext(actor, call));
      return { success: true };
    },

    async deleteMapServer({ path }, actor, call) {
      await mapServers.delete(path.id, auditContext(actor, call));
      return { success: true };
    },

    testMapServer: async ({ path }, _actor, call) =>
      toMapServerTestBody(await mapServers.test(path.id, call.signal)),

    async listMapServerWorkspaces({ query }, _actor, call) {
      const { server } = await mapServers.open(query.connection_id);
      return (await listWorkspaces(server, call.signal)).map((name) => ({ name }));
    },

    async createMapServerWorkspace({ body }) {
      const { server } = await openForField(mapServers, body.connection_id);
      await createWorkspace(server, workspaceName(body.name));
      return respond(201, { success: true });
    },

    async deleteMapServerWorkspace({ path, query }) {
      const { connection, server } = await openForField(mapServers, query.connection_id);
      await deleteWorkspace(server, path.name, { recurse: query.recurse ?? false });
      await publications.forgetWorkspace(connection.url, path.name);
      return { success: true };
    },

    async publishToMapServer({ body }, actor) {
      const settings = readPublishSettings(body);
      if (!settings) throw badRequest('vault.publish_not_set', 'publish_to_mapserver must be true.');
      const { dataset_name: name, version } = body;
      return respond(202, toQueuedBody(await publications.publish(actor, { name, version, settings })));
    },

    republishToMapServer: async ({ path, body }, actor) =>
      respond(202, toQueuedBody(await publications.publishAgain(actor, path.id, body?.version))),

    async unpublishFromMapServer({ path, query }, actor, call) {
      if (!query.forget) return respond(202, toQueuedBody(await publications.unpublish(actor, path.id)));
      await publications.forget(actor, path.id, auditContext(actor, call));
      return respond(200, { success: true });
    },

    listMapServerPublications: async ({ query }, actor) =>
      (await publications.listOfServer(actor, query.connection_id)).map(toPublicationBody),

    listDatasetPublications: async ({ path }, actor) =>
      (await publications.listOfDataset(actor, path.name)).map(toPublicationBody),
  };
}

/** A workspace is also the prefix of an XML namespace. @throws {AppError} bad_request */
function workspaceName(text: string): string {
  const name = text.trim();
  if (/^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(name)) return name;
  throw badRequest(
    'vault.bad_workspace_name',
    'The name of a workspace begins with a letter and contains only letters, digits, _ - and dots.',
  );
}
