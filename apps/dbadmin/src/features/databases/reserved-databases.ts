import { badRequest } from '@cairn/service';
import type { Platform } from '../connections/platform.ts';

/** Made by initdb: servers are administered from one of them, and new databases are copies of the others. */
const OF_THE_SERVER = new Set(['postgres', 'template0', 'template1']);

/** @throws {AppError} bad_request for databases that no user may create, replace, load into or drop here. */
export type RefuseReserved = (connectionId: number, name: string) => Promise<void>;

/** Besides the databases of every server these are the platform's own, which hold its users, its rights and its secrets. */
export function createRefuseReserved(platform: Pick<Platform, 'ownsDatabase'>): RefuseReserved {
  return async (connectionId, name) => {
    if (OF_THE_SERVER.has(name.toLowerCase())) {
      throw badRequest(
        'dbadmin.reserved_database',
        `"${name}" belongs to the server itself; choose another database.`,
      );
    }
    if (await platform.ownsDatabase(connectionId, name)) {
      throw badRequest(
        'dbadmin.platform_database',
        `"${name}" is this platform's own database; it cannot be made, changed, opened to anybody or dropped from here.`,
      );
    }
  };
}
