import type pg from 'pg';
import { findPlatformProblem } from '@cairn/auth';
import type { PlatformDatabases } from '@cairn/auth';
import { badRequest, unavailable } from '@cairn/service';

/** @throws {AppError} bad_request when the session is in a database of the platform, or in one that may be; unavailable */
export async function refusePlatform(platform: PlatformDatabases, client: pg.ClientBase): Promise<void> {
  const problem = findPlatformProblem(await platform.ownerOf(client));
  if (!problem) return;
  const { name, sentence, cause } = problem;
  const error = name === 'platform_unknown' ? unavailable : badRequest;
  throw Object.assign(error(`report-server.${name}`, sentence), { cause });
}
