import { JobCancelledError } from '@cairn/jobs';
import type { JobContext, Processor } from '@cairn/jobs';
import { AppError, conflict } from '@cairn/service';
import type { Logger } from '@cairn/service';
import type { Db } from '../../../db/handle.ts';
import type { VaultDatabase } from '../../../db/schema.ts';
import { requirePermission, requireRequester } from '../../access/dataset-guard.ts';
import type { UserRights } from '../../access/dataset-guard.ts';
import { recordAudit } from '../../audit/repo.ts';
import type { ContentService } from '../../content/service.ts';
import { versionGone } from '../../versions/errors.ts';
import { findVersionById } from '../../versions/repo.ts';
import type { Version } from '../../versions/types.ts';
import type { MapServers } from '../connections/service.ts';
import type { GeoServerClient } from '../geoserver/client.ts';
import { deleteStore, hasStore, listStoreLayers } from '../geoserver/stores.ts';
import { checkBefore, checkOffered, createOnServer, planLayers } from './server-side.ts';
import type { ServerPlan } from './server-side.ts';
import { claimStore, findPublication, releaseStore, savePublished } from './repo.ts';
import type { Publication, PublicationPayload } from './types.ts';

export interface PublishJobDeps {
  db: Db;
  auth: UserRights;
  contents: ContentService;
  mapServers: MapServers;
  logger: Logger;
}

export interface PublishResult {
  success: true;
  publication_id: number;
  version: number;
  layers: string[];
}

/** Time for removing what a failed attempt created, also after a cancellation. */
const UNDO_MS = 60_000;

/**
 * Publishes a version: uploads its file as a store, creates the layers and checks that the services offer them. Each attempt
 * begins without the store, so that a killed worker leaves nothing twice; what a failed attempt created is removed.
 */
export function publishVersion(deps: PublishJobDeps): Processor<VaultDatabase> {
  const { db, auth, mapServers } = deps;
  return async (payload: PublicationPayload, context): Promise<PublishResult> => {
    const publication = await findPublication(db, payload.publication_id);
    const version = payload.version_id === undefined ? null : await findVersionById(db, payload.version_id);
    if (!publication || !version) throw versionGone();
    const actor = await requireRequester(auth, Number(context.job.requestedBy));
    await requirePermission(auth, actor, version, 'edit');
    if (publication.connectionId === null) throw connectionGone();
    const { connection, server } = await mapServers.open(publication.connectionId);
    // Another address may be another server, on which the store is not ours.
    if (connection.url !== publication.serverUrl) throw connectionMoved(publication);
    const layers = await publishOnServer(deps, { publication, version, server, context });
    await context.commit(async (trx) => {
      await savePublished(trx, publication.id, { versionId: version.id, version: version.version, layers });
      await recordAudit(trx, {
        event: 'version.published',
        cause: { actorId: actor.id, actorName: actor.username },
        datasetId: version.datasetId,
        subject: version.dataset,
        details: {
          version: version.version,
          map_server: connection.name,
          workspace: publication.workspace,
          layers,
        },
      });
    }, 'published');
    return { success: true, publication_id: publication.id, version: version.version, layers };
  };
}

interface Run {
  publication: Publication;
  version: Version;
  server: GeoServerClient;
  context: JobContext<VaultDatabase>;
}

async function publishOnServer(
  deps: PublishJobDeps,
  { publication, version, server, context }: Run,
): Promise<string[]> {
  const { db, contents } = deps;
  const { signal, progress } = context;
  const { id, workspace, store, type } = publication;
  const ref = { workspace, store, type };
  progress(2, 'Reading the version');
  const [{ info }, { path }] = await Promise.all([contents.facts(version), contents.readable(version)]);
  const layers =
    version.type === 'raster'
      ? [{ name: publication.layer, table: publication.layer, features: null }]
      : planLayers(info.layers ?? [], publication.layer);
  const plan: ServerPlan = { ref, file: path, layers, style: publication.style, signal };

  progress(10, 'Asking the map server');
  if (!publication.claimed && (await hasStore(server, ref, signal))) throw storeTaken(store, workspace);
  const own = publication.claimed ? await listStoreLayers(server, ref, signal) : [];
  const { style } = await checkBefore(server, plan, new Set(own));
  await context.commit((trx) => claimStore(trx, id), `claim ${context.attempt}`);
  let percent = 20;
  try {
    if (publication.claimed) await deleteStore(server, ref, signal);
    await createOnServer(server, { ...plan, style }, (step) => {
      progress(percent, step);
      percent += 20;
    });
    progress(85, 'Checking what the map server offers');
    await checkOffered(server, plan);
  } catch (error) {
    throw await undo(deps, { publication, server, context, error, db });
  }
  return layers.map(({ name }) => name);
}

/** Removes the store after a failure; the error names it if that fails too. */
async function undo(
  { logger }: PublishJobDeps,
  { publication, server, context, error, db }: Omit<Run, 'version'> & { error: unknown; db: Db },
): Promise<unknown> {
  const { signal } = context;
  // Another worker owns the job now, or will: it begins by removing the store.
  if (signal.aborted && !(signal.reason instanceof JobCancelledError)) return error;
  try {
    await deleteStore(server, publication, AbortSignal.timeout(UNDO_MS));
    await releaseStore(db, publication.id);
    return error;
  } catch (failure) {
    logger.warn({ err: failure, publication: publication.id }, 'store not removed from map server');
    if (!(error instanceof AppError)) return error;
    const { kind, code, message } = error;
    const leftover = `The store "${publication.store}" may be left in the workspace "${publication.workspace}".`;
    return new AppError({ kind, code, message: `${message} ${leftover}`, cause: error });
  }
}

function storeTaken(store: string, workspace: string) {
  return conflict(
    'vault.store_taken',
    `The workspace "${workspace}" already has a store "${store}" that was not published from here. Choose another store name.`,
  );
}

function connectionGone() {
  return conflict(
    'vault.mapserver_connection_deleted',
    'The connection to the map server was deleted in the meantime.',
  );
}

function connectionMoved({ connection, serverUrl }: Publication) {
  return conflict(
    'vault.mapserver_moved',
    `The connection "${connection}" now leads to another address than ${serverUrl}, where this was published. Publish it to a new store.`,
  );
}
