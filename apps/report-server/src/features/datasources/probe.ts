import type { PlatformDatabases } from '@cairn/auth';
import { explainConnectionError, isPowerfulLogin, openSession } from '@cairn/db';
import type { ServerAddress } from '@cairn/db';
import { cannotSignIn, loginTooPowerful } from './errors.ts';
import { resolveHost } from './fields.ts';
import { refusePlatform } from './platform.ts';
import { readDatabase } from './server-queries.ts';
import { APPLICATION_NAME } from './sessions.ts';
import type { ProbedDatabase } from './types.ts';

const STATEMENT_MS = 5_000;

interface ProbeDeps {
  platform: PlatformDatabases;
  allowedNetworks: string[];
}

/**
 * Signs in to a database that may become a datasource.
 * @throws {AppError} bad_request when that fails, for a login with too much power, and for the platform's own databases
 */
export async function probeDatabase(
  { platform, allowedNetworks }: ProbeDeps,
  address: ServerAddress,
  signal: AbortSignal,
): Promise<ProbedDatabase> {
  const at = await resolveHost(address.host, allowedNetworks);
  const options = { at, signal, applicationName: APPLICATION_NAME, statementTimeoutMs: STATEMENT_MS };
  const { client, close } = await openSession(address, options).catch((error: unknown) => {
    throw cannotSignIn(explainConnectionError(error, address).sentence);
  });
  try {
    await refusePlatform(platform, client);
    if (await isPowerfulLogin(client)) throw loginTooPowerful(address.user);
    return await readDatabase(client);
  } finally {
    await close();
  }
}
