import { JobCancelledError, JobLostError } from '@cairn/jobs';
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
import { readSource } from '../geoserver/store-config.ts';
import { deleteStore, hasStore, listStoreLayers } from '../geoserver/stores.ts';
import { endReplacement, replaceStore } from './replace-store.ts';
import { checkBefore, checkOffered, createOnServer, planLayers } from './server-side.ts';
import type { ServerPlan } from './server-side.ts';
import { claimStore, findPublication, releaseStore, savePublished, saveReplacement } from './repo.ts';
import type { Publication, PublicationPayload, Replacement } from './types.ts';

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

/** Time for undoing what a failed attempt did, also after a cancellation. */
const UNDO_MS = 60_000;

/**
 * Publishes a version: uploads its file as a store, creates the layers and checks that the services offer them. A store that serves
 * an earlier version keeps its layers and receives the data when they are complete. What a killed or failed attempt created is
 * removed, and what it changed is restored.
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
    const run: Run = { publication, version, server, context, undo: null };
    const saved = (layers: string[]) =>
      context.commit(async (trx) => {
        await savePublished(trx, publication.id, { versionId: version.id, version: version.version, layers });
        await saveReplacement(trx, publication.id, removalOf(run, layers));
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
        return layers;
      }, 'published');
    const layers = (await context.committed<string[]>('published')) ?? (await attempt(deps, run, saved));
    await removeSecondStore(deps, run);
    return { success: true, publication_id: publication.id, version: version.version, layers };
  };
}

interface Run {
  publication: Publication;
  version: Version;
  server: GeoServerClient;
  context: JobContext<VaultDatabase>;
  /** What is to be undone when this attempt fails. */
  undo: 'the store' | Replacement | null;
}

async function attempt(
  deps: PublishJobDeps,
  run: Run,
  saved: (layers: string[]) => Promise<string[]>,
): Promise<string[]> {
  try {
    return await saved(await publishOnServer(deps, run));
  } catch (error) {
    throw await undo(deps, run, error);
  }
}

async function publishOnServer({ contents }: PublishJobDeps, run: Run): Promise<string[]> {
  const { publication, version, server, context } = run;
  const { signal, progress } = context;
  const { id, workspace, store, type, replacement, claimed } = publication;
  const ref = { workspace, store, type };
  progress(2, 'Reading the version');
  const [{ info }, { path }] = await Promise.all([contents.facts(version), contents.readable(version)]);
  const layers =
    version.type === 'raster'
      ? [{ name: publication.layer, table: publication.layer, features: null }]
      : planLayers(info.layers ?? [], publication.layer);

  progress(10, 'Asking the map server');
  if (replacement) {
    run.undo = replacement;
    await endReplacement(server, ref, { replacement, signal });
    await context.commit((trx) => saveReplacement(trx, id, null), `restore ${context.attempt}`);
    run.undo = null;
  }
  if (!claimed && (await hasStore(server, ref, signal))) throw storeTaken(store, workspace);
  const own = claimed ? await listStoreLayers(server, ref, signal) : [];
  const wanted: ServerPlan = { ref, file: path, layers, style: publication.style, signal };
  const plan = { ...wanted, ...(await checkBefore(server, wanted, new Set(own))) };
  let percent = 20;
  const step = (name: string): void => {
    progress(percent, name);
    percent += 20;
  };
  if (publication.publishedAt !== null && (await readSource(server, ref, signal))) {
    let steps = 0;
    const save = async (next: Replacement): Promise<void> => {
      steps += 1;
      await context.commit((trx) => saveReplacement(trx, id, next), `replace ${context.attempt} ${steps}`);
      run.undo = next;
    };
    await replaceStore(server, plan, { published: publication.layers, save, step });
  } else {
    await context.commit((trx) => claimStore(trx, id), `claim ${context.attempt}`);
    run.undo = 'the store';
    if (claimed) await deleteStore(server, ref, signal);
    await createOnServer(server, plan, step);
  }
  progress(85, 'Checking what the map server offers');
  await checkOffered(server, plan);
  return layers.map(({ name }) => name);
}

/** What is left to remove when the new data are in place. */
function removalOf({ publication, undo }: Run, layers: string[]): Replacement | null {
  if (undo === null || undo === 'the store') return null;
  const remove = publication.layers.filter((name) => !layers.includes(name));
  return { store: undo.store, before: null, remove };
}

/** @throws {AppError} bad_gateway that names the store, when it cannot be removed. */
async function removeSecondStore({ db }: PublishJobDeps, run: Run): Promise<void> {
  const { publication, version, server, context } = run;
  const replacement = (await findPublication(db, publication.id))?.replacement;
  if (!replacement) return;
  context.progress(95, 'Removing the old data');
  try {
    await endReplacement(server, publication, { replacement, signal: context.signal });
  } catch (error) {
    throw withNote(
      error,
      `Version ${version.version} is published. ${leftoverOf(run, replacement.store)} ${ADVICE}`,
    );
  }
  await context.commit((trx) => saveReplacement(trx, publication.id, null), 'removed');
}

/** Undoes what a failed attempt did; the error says what is left if that fails too. */
async function undo({ db, logger }: PublishJobDeps, run: Run, error: unknown): Promise<unknown> {
  const { publication, server, context, undo: todo } = run;
  const { signal } = context;
  // Another worker owns the job now, or will: it begins by undoing this.
  const isLost = signal.aborted && !(signal.reason instanceof JobCancelledError);
  if (todo === null || isLost || error instanceof JobLostError) return error;
  const limited = AbortSignal.timeout(UNDO_MS);
  try {
    if (todo === 'the store') {
      await deleteStore(server, publication, limited);
      await releaseStore(db, publication.id);
    } else {
      await endReplacement(server, publication, { replacement: todo, signal: limited });
      await saveReplacement(db, publication.id, null);
    }
    return error;
  } catch (failure) {
    logger.warn({ err: failure, publication: publication.id }, 'publication not undone on map server');
    if (todo === 'the store') return withNote(error, `${leftoverOf(run, publication.store)} ${ADVICE}`);
    const half = todo.before ? ' The published layers may be incomplete.' : '';
    return withNote(error, `${leftoverOf(run, todo.store)}${half} ${ADVICE}`);
  }
}

const ADVICE = 'Publish it again or remove the publication, when the map server works.';

const leftoverOf = ({ publication: { workspace } }: Run, store: string) =>
  `The store "${store}" may be left in the workspace "${workspace}".`;

function withNote(error: unknown, note: string): unknown {
  if (!(error instanceof AppError)) return error;
  const { kind, code, message } = error;
  return new AppError({ kind, code, message: `${message} ${note}`, cause: error });
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
