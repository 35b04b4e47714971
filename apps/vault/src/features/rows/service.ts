import type { Expression } from '@cairn/geo';
import { badRequest, notFound } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { findDataset } from '../datasets/repo.ts';
import { findVersion } from '../versions/repo.ts';
import type { Version } from '../versions/types.ts';
import { notEditable } from './read-input.ts';
import { readFilters } from './filters.ts';
import { deletedKeys, listEdits } from './edit-repo.ts';
import { findOpenSession } from './repo.ts';
import type { RowPage, RowQuery, RowSource } from './row-source.ts';
import type { Sessions } from './sessions.ts';
import type { Edit, LayerSchema, Session } from './types.ts';

export interface EditingDeps {
  db: Db;
  sessions: Sessions;
  /** By where the data of a version lie. */
  sources: Partial<Record<Version['datasourceType'], RowSource>>;
}

export interface Capability {
  version: Version;
  /** Null when the version has no rows at all. */
  schema: LayerSchema | null;
  reason: string | null;
  session: Session | null;
}

interface LayerQuery {
  layer: string | undefined;
  signal: AbortSignal;
}

export interface EditListing {
  session: Session | null;
  edits: Edit[];
}

export type EditingService = ReturnType<typeof createEditingService>;

/** Rows of layers and their edits, wherever they lie. */
export function createEditingService({ db, sessions, sources }: EditingDeps) {
  async function find(name: string, number: number): Promise<Version> {
    const version = await findVersion(db, name, number);
    if (!version)
      throw notFound('vault.no_such_version', `There is no version ${number} of a dataset "${name}".`);
    return version;
  }

  function sourceOf(version: Version): RowSource | string {
    if (version.type === 'raster') return 'A raster has no rows.';
    return (
      sources[version.datasourceType] ??
      'The data of this version lie elsewhere; import a copy in order to see and edit its rows here.'
    );
  }

  async function readable(name: string, number: number): Promise<{ version: Version; source: RowSource }> {
    const version = await find(name, number);
    const source = sourceOf(version);
    if (typeof source === 'string') throw badRequest('vault.no_rows', source);
    return { version, source };
  }

  async function listing(
    session: Session | null,
    page: { limit: number; before?: number },
  ): Promise<EditListing> {
    return { session, edits: session ? await listEdits(db, { sessionId: session.id }, page) : [] };
  }

  return {
    async capability(name: string, number: number, { layer, signal }: LayerQuery): Promise<Capability> {
      const version = await find(name, number);
      const source = sourceOf(version);
      if (typeof source === 'string') return { version, schema: null, reason: source, session: null };
      const schema = await source.schema(version, layer, signal);
      return { version, schema, reason: schema.reason, session: await source.session(version) };
    },

    async schema(name: string, number: number, { layer, signal }: LayerQuery): Promise<LayerSchema> {
      const { version, source } = await readable(name, number);
      return source.schema(version, layer, signal);
    },

    async rows(
      name: string,
      number: number,
      query: Omit<RowQuery, 'filters'> & { filters: string | undefined },
    ): Promise<RowPage & { version: Version }> {
      const { version, source } = await readable(name, number);
      const filters = ({ columns }: LayerSchema): Expression | null => readFilters(query.filters, columns);
      return { version, ...(await source.page(version, { ...query, filters })) };
    },

    /** The version and where its rows are changed. AppError `conflict` when it has none. */
    async editable(name: string, number: number): Promise<{ version: Version; source: RowSource }> {
      const version = await find(name, number);
      const source = sourceOf(version);
      if (typeof source === 'string') throw notEditable(source);
      return { version, source };
    },

    /** Edits of the draft, which only editors see, or those that were published as a version; newest first. */
    async edits(
      name: string,
      of: { version: number | undefined; seesDraft: boolean },
      page: { limit: number; before?: number },
    ): Promise<EditListing> {
      if (of.version !== undefined) {
        const { id } = await find(name, of.version);
        return { session: null, edits: await listEdits(db, { versionId: id }, page) };
      }
      const dataset = await findDataset(db, name);
      if (!dataset) throw notFound('vault.no_such_dataset', `There is no dataset "${name}".`);
      return listing(of.seesDraft ? await findOpenSession(db, dataset.id) : null, page);
    },

    /** Keys of the rows that the draft deletes, by layer; empty for users who do not see the draft. */
    async deleted(name: string, { seesDraft }: { seesDraft: boolean }): Promise<Map<string, string[]>> {
      const dataset = await findDataset(db, name);
      if (!dataset) throw notFound('vault.no_such_dataset', `There is no dataset "${name}".`);
      const session = seesDraft ? await findOpenSession(db, dataset.id) : null;
      return session ? deletedKeys(db, session.id) : new Map();
    },

    async redo(name: string, editId: number | undefined): Promise<EditListing> {
      return listing(await sessions.redo(name, editId), { limit: 100 });
    },

    async discard(
      name: string,
      wish: { last: boolean; editId: number | undefined; by: string | null },
    ): Promise<EditListing> {
      return listing(await sessions.discard(name, wish), { limit: 100 });
    },
  };
}
