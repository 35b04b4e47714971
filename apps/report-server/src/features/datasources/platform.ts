import type pg from 'pg';
import type { PlatformDatabases } from '@cairn/auth';
import { databaseUnidentified, platformDatabase, platformUnknown } from './errors.ts';

/** @throws {AppError} bad_request when the session is in a database of the platform, or in one that may be */
export async function refusePlatform(platform: PlatformDatabases, client: pg.ClientBase): Promise<void> {
  const found = await platform.ownerOf(client);
  if (found.owner === 'unknown') throw Object.assign(platformUnknown(), { cause: found.cause });
  if (found.owner === 'unidentified') throw databaseUnidentified(found.database);
  if (found.owner === 'platform') throw platformDatabase();
}
