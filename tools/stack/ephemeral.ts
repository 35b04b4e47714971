import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeAccount } from './account.ts';
import { anyPort } from './ports.ts';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';

export interface EphemeralStack {
  /** Variables with the addresses of the stack, for test helpers. */
  env: {
    CAIRN_TEST_POSTGRES_URL: string;
    CAIRN_TEST_REDIS_URL: string;
    CAIRN_TEST_REDIS_DATABASES: string;
    /** Where test files share the clusters that initdb created. */
    CAIRN_TEST_CLUSTERS: string;
  };
  stop(): Promise<void>;
}

const redisDatabases = 1024;
const TMPFS = 0x01021994;
/** What the databases of tests and their logs may take, and others beside them. */
const ROOM_BYTES = 8 * 1024 ** 3;

/**
 * PostgreSQL with PostGIS and Redis in a temporary folder, on free ports; `stop` removes everything. `inMemory`: for tests, whose many
 * small databases would keep a disk busy; the folder is in memory then if there is room.
 */
export async function startEphemeralStack({ inMemory = false } = {}): Promise<EphemeralStack> {
  const folder = mkdtempSync(join(inMemory ? folderInMemory() : tmpdir(), 'cairn-stack-'));
  const account = storeAccount();
  chmodSync(folder, 0o711);
  const password = randomBytes(18).toString('base64url');
  const shared = { password, account, durable: false };
  const started: { stop(): Promise<void> }[] = [];
  const stop = async () => {
    await Promise.all(started.map((part) => part.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const [postgresPort, redisPort] = [await anyPort(), await anyPort()];
    const [postgres, redis] = (await Promise.all(
      [
        startPostgres({
          ...shared,
          folder: join(folder, 'postgres'),
          port: postgresPort,
          logFile: join(folder, 'postgres.log'),
        }),
        startRedis({
          ...shared,
          folder: join(folder, 'redis'),
          port: redisPort,
          logFile: join(folder, 'redis.log'),
          databases: redisDatabases,
        }),
      ].map(async (starting) => {
        const part = await starting;
        started.push(part);
        return part;
      }),
    )) as [Awaited<ReturnType<typeof startPostgres>>, Awaited<ReturnType<typeof startRedis>>];
    const env = {
      CAIRN_TEST_POSTGRES_URL: postgres.adminUrl,
      CAIRN_TEST_REDIS_URL: redis.url,
      CAIRN_TEST_REDIS_DATABASES: String(redisDatabases),
      CAIRN_TEST_CLUSTERS: join(folder, 'clusters'),
    };
    return { env, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A database has 300 files: a disk takes several times the processor time to make and remove them. */
function folderInMemory(): string {
  const memory = '/dev/shm';
  try {
    const { type, bavail, bsize } = statfsSync(memory);
    const room = Math.min(bavail * bsize, freemem());
    if (type === TMPFS && room >= ROOM_BYTES) return memory;
  } catch {
    // Containers may have no such folder.
  }
  return tmpdir();
}
