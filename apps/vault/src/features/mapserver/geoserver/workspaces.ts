import { badRequest } from '@cairn/service';
import type { GeoServerClient } from './client.ts';
import { listNames } from './lists.ts';

export async function listWorkspaces(server: GeoServerClient, signal?: AbortSignal): Promise<string[]> {
  const body = await server.json({ path: ['rest', 'workspaces'], signal }, 'The workspaces were not listed');
  if (!body) throw server.unexpected({ status: 404, text: '' }, 'The workspaces were not listed');
  return listNames(body, 'workspaces', 'workspace').sort((a, b) => a.localeCompare(b));
}

export async function hasWorkspace(
  server: GeoServerClient,
  name: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const request = { path: ['rest', 'workspaces', name], signal };
  return (await server.json(request, 'The workspace was not read')) !== null;
}

/** @throws {AppError} bad_request when there is one with this name. */
export async function createWorkspace(server: GeoServerClient, name: string): Promise<void> {
  // Older releases answer a taken name with 500.
  if (await hasWorkspace(server, name)) throw workspaceTaken(name);
  const answer = await server.send({
    path: ['rest', 'workspaces'],
    method: 'POST',
    contentType: 'application/json',
    body: JSON.stringify({ workspace: { name } }),
  });
  if (answer.status === 409) throw workspaceTaken(name);
  if (answer.status < 200 || answer.status > 299)
    throw server.unexpected(answer, 'The workspace was not created');
}

/** @throws {AppError} bad_request when it does not exist, or when it is not empty and `recurse` is false. */
export async function deleteWorkspace(
  server: GeoServerClient,
  name: string,
  { recurse }: { recurse: boolean },
): Promise<void> {
  const answer = await server.send({
    path: ['rest', 'workspaces', name],
    method: 'DELETE',
    query: { recurse: String(recurse) },
  });
  if (answer.status === 404) throw noSuchWorkspace(name);
  // GeoServer answers 403 both to a login without the right and to a workspace that is not empty.
  if (answer.status === 403 && /not empty|non.?empty/i.test(answer.text)) {
    throw badRequest(
      'vault.workspace_not_empty',
      `The workspace "${name}" is not empty. Delete its stores first, or delete it with all its content (recurse=true).`,
    );
  }
  if (answer.status < 200 || answer.status > 299)
    throw server.unexpected(answer, 'The workspace was not deleted');
}

export function noSuchWorkspace(name: string) {
  return badRequest('vault.no_such_workspace', `There is no workspace "${name}" on this map server.`);
}

function workspaceTaken(name: string) {
  return badRequest('vault.workspace_taken', `There is already a workspace "${name}" on this map server.`);
}
