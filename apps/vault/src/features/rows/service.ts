import type { Job, Jobs } from '@cairn/jobs';
import type { Actor } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { datasetCheck } from '../access/dataset-guard.ts';
import type { DatasetGuard } from '../access/dataset-guard.ts';
import { isCopyNeeded } from '../content/errors.ts';
import { findDatasetById } from '../versions/dataset-repo.ts';
import { noSuchDataset, noSuchVersion } from '../versions/errors.ts';
import { findVersion } from '../versions/repo.ts';
import type { DatasetPath, Version, VersionPath } from '../versions/types.ts';
import { isVisitor } from '../access/redact.ts';
import { listDeletedKeys, listEdits } from './edit-repo.ts';
import { noRows, notEditable } from './errors.ts';
import { readFilters } from './filters.ts';
import { readKey } from './read-input.ts';
import { findOpenSession } from './repo.ts';
import type { Sessions } from './sessions.ts';
import type {
  Cells,
  ChangedRow,
  Edit,
  EditContext,
  LayerSchema,
  RowPage,
  RowQuery,
  RowSource,
  Session,
} from './types.ts';

export interface RowDeps {
  db: Db;
  auth: Pick<DatasetGuard, 'allows'>;
  jobs: Jobs;
  sessions: Sessions;
  /** By the storage of a version's data. */
  sources: Record<Version['datasourceType'], RowSource>;
}

/** The version and the layer of a request. */
export interface Target extends VersionPath {
  layer: string | undefined;
}

export interface Capability {
  version: Version;
  /** Null for a version without rows. */
  schema: LayerSchema | null;
  reason: string | null;
  session: Session | null;
}

export interface EditListing {
  session: Session | null;
  edits: Edit[];
}

/** A row of a request: its key column, its key, and the hash of the row as the caller read it. */
interface RowReference {
  column: string;
  value: string | number;
  hash: string | undefined;
}

interface EditPage {
  limit: number;
  before?: number;
}

export type RowService = ReturnType<typeof createRowService>;

/** The rows of layers, in files and in tables, and the drafts of edits. */
export function createRowService({ db, auth, jobs, sessions, sources }: RowDeps) {
  async function requireVersion(path: VersionPath): Promise<Version> {
    const version = await findVersion(db, path.datasetId, path.version);
    if (!version) throw noSuchVersion(path);
    return version;
  }

  async function requireDataset({ datasetId, name }: DatasetPath): Promise<void> {
    if (!(await findDatasetById(db, datasetId))) throw noSuchDataset(name);
  }

  /** Where the rows of a version are, or why it has no rows. */
  function sourceOf(version: Version): RowSource | string {
    if (version.type === 'raster') return 'A raster has no rows.';
    return sources[version.datasourceType];
  }

  /** Readers see published rows only; the draft is for users who may edit the dataset. */
  async function seesDraft(actor: Actor, datasetId: number): Promise<boolean> {
    return !isVisitor(actor) && auth.allows(actor, datasetCheck(datasetId, 'edit'));
  }

  async function requireReadable(target: Target): Promise<{ version: Version; source: RowSource }> {
    const version = await requireVersion(target);
    const source = sourceOf(version);
    if (typeof source === 'string') throw noRows(source);
    return { version, source };
  }

  async function requireEditable(
    target: Target,
    actor: Actor,
  ): Promise<{ context: EditContext; source: RowSource }> {
    const version = await requireVersion(target);
    const source = sourceOf(version);
    if (typeof source === 'string') throw notEditable(source);
    const author = { id: actor.id, username: actor.username };
    return { source, context: { version, layer: target.layer, author } };
  }

  async function listDraft(session: Session | null, page: EditPage): Promise<EditListing> {
    return { session, edits: session ? await listEdits(db, { sessionId: session.id }, page) : [] };
  }

  return {
    async capability(target: Target, actor: Actor, signal: AbortSignal): Promise<Capability> {
      const version = await requireVersion(target);
      const source = sourceOf(version);
      if (typeof source === 'string') return { version, schema: null, reason: source, session: null };
      const schema = await source.schema(version, target.layer, signal).catch((error: unknown) => {
        if (isCopyNeeded(error)) return (error as Error).message;
        throw error;
      });
      if (typeof schema === 'string') return { version, schema: null, reason: schema, session: null };
      const session = (await seesDraft(actor, target.datasetId)) ? await source.session(version) : null;
      return { version, schema, reason: schema.reason, session };
    },

    async schema(target: Target, signal: AbortSignal): Promise<LayerSchema> {
      const { version, source } = await requireReadable(target);
      return source.schema(version, target.layer, signal);
    },

    async rows(
      target: Target,
      query: Omit<RowQuery, 'layer' | 'filters' | 'withDraft'> & {
        filters: string | undefined;
        isPublishedOnly: boolean;
      },
      actor: Actor,
    ): Promise<RowPage & { version: Version }> {
      const withDraft = !query.isPublishedOnly && (await seesDraft(actor, target.datasetId));
      const { version, source } = await requireReadable(target);
      const page = await source.page(version, {
        ...query,
        layer: target.layer,
        withDraft,
        filters: ({ columns }) => readFilters(query.filters, columns),
      });
      return { version, ...page };
    },

    async updateRow(
      target: Target,
      row: RowReference & { updates: Cells },
      actor: Actor,
    ): Promise<ChangedRow> {
      const { source, context } = await requireEditable(target, actor);
      const key = readKey(await source.schema(context.version, target.layer), row.column, row.value);
      return source.update(context, { key, hash: row.hash, updates: row.updates });
    },

    async deleteRow(target: Target, row: RowReference, actor: Actor): Promise<ChangedRow> {
      const { source, context } = await requireEditable(target, actor);
      const key = readKey(await source.schema(context.version, target.layer), row.column, row.value);
      return source.remove(context, { key, hash: row.hash });
    },

    async insertRow(
      target: Target,
      row: { values: Cells; geometry: unknown },
      actor: Actor,
    ): Promise<ChangedRow> {
      const { source, context } = await requireEditable(target, actor);
      return source.insert(context, row);
    },

    /** Edits of the draft, or those that were published as a version, newest first. Only editors see values and drafts. */
    async edits(
      path: DatasetPath,
      { version, ...page }: EditPage & { version: number | undefined },
      actor: Actor,
    ): Promise<EditListing & { withValues: boolean }> {
      const { datasetId } = path;
      const withValues = await seesDraft(actor, datasetId);
      if (version !== undefined) {
        const { id } = await requireVersion({ ...path, version });
        return { session: null, edits: await listEdits(db, { versionId: id }, page), withValues };
      }
      await requireDataset(path);
      const session = withValues ? await findOpenSession(db, datasetId) : null;
      return { ...(await listDraft(session, page)), withValues };
    },

    /** Keys of the rows that the draft deletes, by layer; empty for users who do not see the draft. */
    async deletedKeys(path: DatasetPath, actor: Actor): Promise<Map<string, string[]>> {
      await requireDataset(path);
      const isEditor = await seesDraft(actor, path.datasetId);
      const session = isEditor ? await findOpenSession(db, path.datasetId) : null;
      return session ? listDeletedKeys(db, session.id) : new Map();
    },

    /** Queues the job that publishes the draft as a version. @throws {AppError} conflict without edits. */
    async commit(path: DatasetPath, label: string | undefined, actor: Actor): Promise<Job> {
      const author = { id: actor.id, username: actor.username };
      const jobId = await sessions.beginCommit(path, { author, ...(label ? { label } : {}) });
      return (await jobs.get(jobId)) as Job;
    },

    async redo(path: DatasetPath, editId: number | undefined): Promise<EditListing> {
      return listDraft(await sessions.redo(path, editId), { limit: 100 });
    },

    async discard(
      path: DatasetPath,
      options: { last: boolean; editId: number | undefined; by: string | null },
    ): Promise<EditListing> {
      return listDraft(await sessions.discard(path, options), { limit: 100 });
    },
  };
}
