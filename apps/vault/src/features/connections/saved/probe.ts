import type pg from 'pg';
import type { PlatformDatabases } from '@cairn/auth';
import type { VaultSchemas } from '@cairn/contracts';
import type { ServerAddress } from '@cairn/db';
import { AppError } from '@cairn/service';
import { requireHarmlessLogin, toConnectionError, withDatabase } from '../connect.ts';

type Outcome = VaultSchemas['ConnectionTest'];

/** A server that accepts the connection and then hangs must not keep the request. */
const PROBE_MS = 20_000;

/**
 * Signs in to a database and reads its versions. A database that the vault cannot use is an outcome, not an error; the sentence
 * contains neither the password nor text from the server.
 */
export async function probeDatabase(
  deps: { platform: PlatformDatabases },
  address: ServerAddress,
  signal: AbortSignal,
): Promise<Outcome> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(PROBE_MS)]);
  // An administrator has named this address.
  const options = { allowedNetworks: 'any' as const, signal: limited };
  try {
    return await withDatabase(address, options, async (client) => {
      await requireHarmlessLogin(deps, client, address);
      return { success: true, ...(await readVersions(client)) };
    });
  } catch (error) {
    signal.throwIfAborted();
    const { message } = error instanceof AppError ? error : toConnectionError(error, address);
    return { success: false, postgis: false, error: message };
  }
}

async function readVersions(client: pg.Client): Promise<Omit<Outcome, 'success'>> {
  const { rows } = await client.query<{ postgres: string; postgis: string | null }>(
    `SELECT split_part(current_setting('server_version'), ' ', 1) AS postgres,
            (SELECT extversion FROM pg_extension WHERE extname = 'postgis') AS postgis`,
  );
  const [version] = rows;
  return {
    postgis: typeof version?.postgis === 'string',
    ...(version ? { postgres_version: String(version.postgres) } : {}),
    ...(version?.postgis ? { postgis_version: String(version.postgis) } : {}),
  };
}
