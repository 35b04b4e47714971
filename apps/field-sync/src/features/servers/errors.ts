import { badRequest, notFound } from '@cairn/service';
import type { AppError } from '@cairn/service';
import { ProviderError } from '../providers/errors.ts';

export function noSuchServer(id: number): AppError {
  return notFound('field_sync.no_such_server', `There is no server ${id}. Go back to the list.`);
}

export function unknownType(): AppError {
  return badRequest(
    'field_sync.server_type_unknown',
    'type must be field for Mergin Maps, cloud for QFieldCloud or folder for a folder of packages.',
  );
}

export function urlWithMore(): AppError {
  return badRequest('field_sync.server_url', 'url must end with the path: leave out what follows ? or #.');
}

export function noFolder(path: string): AppError {
  return badRequest('field_sync.no_folder', `"${path}" is a file. Enter the path of a folder with projects.`);
}

export function serverSilent(name: string): ProviderError {
  return new ProviderError({
    outcome: 'retry',
    code: 'field_sync.server_silent',
    message: `The server "${name}" does not answer. Check its address and whether it runs, then try again.`,
  });
}

export const CONSTRAINTS = {
  servers_name_key: {
    code: 'field_sync.server_exists',
    message: 'There is already a server with this name. Choose another name.',
  },
  projects_server_id_fkey: {
    code: 'field_sync.in_use',
    message: 'A project uses this server. Change or delete it first.',
  },
};
