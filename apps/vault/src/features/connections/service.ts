import type pg from 'pg';
import type { Storage } from '@cairn/files';
import { loadIntoPostgis, openGdal, typeOf } from '@cairn/geo';
import type { LoadedTable, TableName } from '@cairn/geo';
import type { Job } from '@cairn/jobs';
import { JobCancelledError } from '@cairn/jobs';
import { AppError, conflict } from '@cairn/service';
import type { Logger, SecretBox } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { ContentService } from '../content/service.ts';
import { findVersionById } from '../versions/repo.ts';
import { inDatabase } from './connect.ts';
import { inspectLogin, readServerIdentifier, refusePowerfulLogin } from './inspect-login.ts';
import type { Rights } from '../jobs/requester.ts';
import { refuseForeignTables } from './registered.ts';
import { endLoad, findLoad, insertLoad, noteCommit } from './repo.ts';
import type { Load, LoadResult } from './repo.ts';
import type { PostgisRequest } from './request.ts';
import { requireMayUse, savedAddress } from './saved.ts';

const LOAD_PURPOSE = 'vault.postgis_loads';
/** A server that answers a little now and then must not hold a worker for ever. */
const MAX_MS = 6 * 3_600_000;

export interface PostgisDeps {
  db: Db;
  storage: Storage;
  contents: ContentService;
  secretBox: SecretBox;
  auth: Rights;
  allowedNetworks: string[];
  logger: Logger;
}

export interface LoadRun {
  /** Who asked must have the right on what is written. */
  job: Pick<Job, 'requestedBy'>;
  signal: AbortSignal;
  progress(percent: number, stage?: string): void;
}

export type PostgisService = ReturnType<typeof createPostgisService>;

/** Loads versions into PostGIS databases, beside keeping them here. */
export function createPostgisService(parts: PostgisDeps) {
  const { db, storage, contents, secretBox, auth, allowedNetworks, logger } = parts;

  async function inTarget<T>(
    { connection }: PostgisRequest,
    signal: AbortSignal,
    work: (client: pg.Client) => Promise<T>,
  ): Promise<T> {
    if (!('id' in connection)) {
      return inDatabase(connection, { allowedNetworks, signal }, async (client) => {
        await refusePowerfulLogin(client, connection);
        return work(client);
      });
    }
    // An administrator has named this address.
    const address = await savedAddress({ db, secretBox }, connection.id);
    const { id } = connection;
    return inDatabase(address, { allowedNetworks: 'any', signal }, async (client) => {
      await inspectLogin(db, client, { id, address });
      return work(client);
    });
  }

  async function load(id: number, load: Load, { request, run }: { request: PostgisRequest; run: LoadRun }) {
    const version = await findVersionById(db, load.versionId);
    if (!version) throw conflict('vault.version_gone', 'The version was removed before it could be loaded.');
    if (typeOf(version.format) === 'raster') {
      throw conflict(
        'vault.raster_not_loaded',
        'Rasters are not loaded into PostGIS; only vector layers are.',
      );
    }
    const source = await contents.readable(version);
    const { connection } = request;
    const { requestedBy } = run.job;
    if ('id' in connection) {
      const requester = requestedBy === null ? null : await auth.user(Number(requestedBy));
      await requireMayUse({ db, auth }, connection.id, requester);
    }
    const checkTables = async (client: pg.Client, names: TableName[]): Promise<void> => {
      if (!('id' in connection)) return;
      const { rows } = await client.query<{ name: string }>('SELECT current_database()::text AS name');
      const target = { database: rows[0]!.name, serverIdentifier: await readServerIdentifier(client) };
      await refuseForeignTables({ db, auth }, { target, requestedBy }, names);
    };
    const scratch = await storage.scratch();
    try {
      const signal = AbortSignal.any([run.signal, AbortSignal.timeout(MAX_MS)]);
      return await inTarget(request, signal, async (client) => {
        if (load.committing && (await gotThrough(client, load.committing.transactionId)))
          return load.committing.tables;
        return loadIntoPostgis(await openGdal(), {
          client,
          file: source.path,
          cwd: scratch.path,
          schema: request.schema,
          ...(request.table === undefined ? {} : { table: request.table }),
          mode: request.mode,
          signal,
          checkTables: (names) => checkTables(client, names),
          onProgress: (share, layer) =>
            run.progress(Math.round(share * 100), `Loading "${layer}" into PostGIS`),
          beforeCommit: (transactionId, tables) => noteCommit(db, id, { transactionId, tables }),
        });
      });
    } finally {
      await scratch.remove();
    }
  }

  return {
    /** Notes what was asked for, with its password sealed; `perform` does it. AppError `unavailable` without a key. */
    ask(trx: Db, { versionId, request }: { versionId: number; request: PostgisRequest }): Promise<number> {
      return insertLoad(trx, {
        versionId,
        sealedRequest: secretBox.seal(JSON.stringify(request), LOAD_PURPOSE),
      });
    },

    /**
     * Does what was asked for, once even when it is begun several times. What goes wrong is told in the answer: the
     * version stays whatever happens here, also when somebody cancels it. Thrown is only that another worker shall do it.
     */
    async perform(id: number, run: LoadRun): Promise<LoadResult> {
      const asked = await findLoad(db, id);
      if (!asked) return { success: false, error: 'The version was removed before it could be loaded.' };
      if (asked.result) return asked.result;
      const request = JSON.parse(secretBox.open(asked.sealedRequest, LOAD_PURPOSE)) as PostgisRequest;
      const ended = await load(id, asked, { request, run }).then(
        (tables: LoadedTable[]) => ({ success: true, tables }),
        (error: unknown) => ({ success: false, error: sentenceFor(error, run, logger) }),
      );
      const result = { schema: request.schema, mode: request.mode, ...ended };
      await endLoad(db, id, result);
      return result;
    },
  };
}

function sentenceFor(error: unknown, { signal }: LoadRun, logger: Logger): string {
  if (signal.reason instanceof JobCancelledError)
    return 'Loading into PostGIS was cancelled; nothing was loaded. The version itself is there.';
  signal.throwIfAborted();
  if (error instanceof AppError && error.kind !== 'internal') return error.message;
  logger.warn({ err: error }, 'postgis load failed');
  return 'The database did not take the layers; nothing was loaded. Try again.';
}

/** Whether a transaction whose outcome nobody heard of was committed. */
async function gotThrough(client: pg.Client, transactionId: string): Promise<boolean> {
  const { rows } = await client.query<{ status: string | null }>(
    'SELECT pg_xact_status($1::xid8) AS status',
    [transactionId],
  );
  return rows[0]?.status === 'committed';
}
