import { AppError, badRequest } from '@cairn/service';
import type { MapServers, OpenMapServer } from './service.ts';

/** Opens the map server that a field names: where the contract has no 404, an unknown one is a mistake in the request. */
export function openForField(mapServers: MapServers, id: number): Promise<OpenMapServer> {
  return mapServers.open(id).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.kind !== 'not_found') throw error;
    throw badRequest(error.code, error.message);
  });
}
