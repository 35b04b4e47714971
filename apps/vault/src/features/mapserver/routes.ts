import type { VaultOperations } from '@cairn/contracts';
import { AppError, auditContext, badRequest, respond } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { MapServers, OpenMapServer } from './connections/service.ts';
import { createWorkspace, deleteWorkspace, listWorkspaces } from './geoserver/workspaces.ts';
import { fromMapServerBody, toMapServerBody, toMapServerTestBody } from './mapper.ts';

export interface MapServerRoutesDeps {
  mapServers: MapServers;
}

type Operation =
  | 'listMapServers'
  | 'createMapServer'
  | 'updateMapServer'
  | 'deleteMapServer'
  | 'testMapServer'
  | 'listMapServerWorkspaces'
  | 'createMapServerWorkspace'
  | 'deleteMapServerWorkspace';

export function mapServerRoutes({ mapServers }: MapServerRoutesDeps): Handlers<VaultOperations, Operation> {
  /** For operations whose contract has no 404: the connection is one of their fields. */
  const open = (id: number): Promise<OpenMapServer> =>
    mapServers.open(id).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.kind !== 'not_found') throw error;
      throw badRequest(error.code, error.message);
    });

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
      const { server } = await open(body.connection_id);
      await createWorkspace(server, workspaceName(body.name));
      return respond(201, { success: true });
    },

    async deleteMapServerWorkspace({ path, query }) {
      const { server } = await open(query.connection_id);
      await deleteWorkspace(server, path.name, { recurse: query.recurse ?? false });
      return { success: true };
    },
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
