import { badRequest } from '@cairn/service';
import type { Platform } from '../connections/platform.ts';
import { systemDatabase } from './errors.ts';

/** Created by initdb: the maintenance database, and the templates of new databases. */
const SYSTEM_DATABASES = new Set(['postgres', 'template0', 'template1']);

/** @throws {AppError} bad_request for databases that no user may create, replace, load into or drop here. */
export type RefuseReserved = (connectionId: number, name: string) => Promise<void>;

/** Reserves the system databases of every server, and the platform's own, which hold its users, permissions and secrets. */
export function createRefuseReserved(platform: Pick<Platform, 'ownsDatabase'>): RefuseReserved {
  return async (connectionId, name) => {
    if (SYSTEM_DATABASES.has(name.toLowerCase())) throw systemDatabase(name, 'Choose another database.');
    if (await platform.ownsDatabase(connectionId, name)) {
      throw badRequest(
        'dbadmin.platform_database',
        `"${name}" is the platform's own database and cannot be created, changed, shared or dropped here.`,
      );
    }
  };
}

export function isSystemDatabase(name: string): boolean {
  return SYSTEM_DATABASES.has(name);
}
