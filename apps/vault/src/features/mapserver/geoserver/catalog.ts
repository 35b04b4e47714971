import type { GeoServerClient } from './client.ts';
import { inEachWorkspace } from './in-each-workspace.ts';
import { listNames } from './lists.ts';
import { listWorkspaces } from './workspaces.ts';

export interface ServerItem {
  workspace: string;
  name: string;
}

export interface ServerCatalog {
  workspaces: string[];
  layers: ServerItem[];
  datastores: ServerItem[];
}

/** Stores of workspaces for which the server fails are left out; all else must be readable. */
export async function readCatalog(server: GeoServerClient, signal: AbortSignal): Promise<ServerCatalog> {
  const workspaces = await listWorkspaces(server, signal);
  const body = await server.json({ path: ['rest', 'layers'], signal }, 'The layers were not listed');
  const layers = body ? listNames(body, 'layers', 'layer').map(splitName) : [];
  const stores = await inEachWorkspace(workspaces, async (workspace) => {
    const path = ['rest', 'workspaces', workspace, 'datastores'];
    const found = await server.json({ path, signal }, 'The stores were not listed');
    return found ? listNames(found, 'dataStores', 'dataStore') : [];
  });
  return {
    workspaces,
    layers: layers.filter(({ workspace }) => workspace !== ''),
    datastores: stores.map(({ workspace, item: name }) => ({ workspace, name })),
  };
}

/** Global groups of layers have no workspace, and no data of their own. */
function splitName(qualified: string): ServerItem {
  const at = qualified.indexOf(':');
  return { workspace: at < 0 ? '' : qualified.slice(0, at), name: qualified.slice(at + 1) };
}
