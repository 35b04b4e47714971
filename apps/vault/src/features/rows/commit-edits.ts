import { createReadStream } from 'node:fs';
import type { VaultSchemas } from '@cairn/contracts';
import type { Storage } from '@cairn/files';
import { openGdal, writeEdited } from '@cairn/geo';
import type { EditedLayer, GeoJsonGeometry } from '@cairn/geo';
import type { JobContext, Processor } from '@cairn/jobs';
import { AppError } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { VaultDatabase } from '../../db/schema.ts';
import type { ContentService } from '../content/service.ts';
import { destinationOf } from '../versions/version-writer.ts';
import type { VersionWriter } from '../versions/version-writer.ts';
import { findVersionById } from '../versions/repo.ts';
import { findRemovedRows, layerKey } from '../versions/row-numbers-repo.ts';
import type { Author, IngestResult, NewVersion, Version } from '../versions/types.ts';
import { listSessionEdits } from './edit-repo.ts';
import { draftGone } from './errors.ts';
import { foldEdits } from './pending-changes.ts';
import { hasExpectedRows, numberPublishedRows } from './published-row-numbers.ts';
import { findSession, markCommitted } from './repo.ts';
import type { Edit } from './types.ts';

export interface CommitDeps {
  db: Db;
  storage: Storage;
  contents: ContentService;
  versionWriter: VersionWriter;
}

interface CommitPayload {
  session_id: number;
  maker: Author;
  label?: string;
}

const RENUMBERED =
  'The rows of this version were renumbered. Links to single rows of earlier versions lead to other rows.';

type Derived = VaultSchemas['Derived'];
type Ctx = JobContext<VaultDatabase>;

/**
 * Publishes the draft of a dataset as one version: writes a new file in the same format with all edits. The version and the end
 * of the session are one transaction. @throws {AppError} conflict when the format cannot take the edits, or the draft is gone.
 */
export function commitEdits(deps: CommitDeps): Processor<VaultDatabase> {
  return (payload: CommitPayload, ctx) =>
    publishEdits(deps, payload, ctx).catch((error: unknown) => {
      throw asConflict(error);
    });
}

async function publishEdits(
  deps: CommitDeps,
  { session_id: id, maker: author, label }: CommitPayload,
  ctx: Ctx,
): Promise<Derived> {
  const { db } = deps;
  const session = await findSession(db, id);
  const version = session?.baseVersionId ? await findVersionById(db, session.baseVersionId) : null;
  if (!session || !version || session.commitJobId !== ctx.job.id) throw draftGone();
  // An earlier attempt of this job has succeeded.
  if (session.committedVersionId !== null)
    return toDerived(await findVersionById(db, session.committedVersionId));
  if (!session.isOpen) throw draftGone();
  const edits = await listSessionEdits(db, id);
  const layers = await toEditedLayers(deps, version, edits);
  if (layers.length === 0) {
    await ctx.commit((trx) => markCommitted(trx, id, version.id));
    const warning = 'The edits cancel each other out, so no version was created.';
    return { ...toDerived(version), warnings: [warning] };
  }
  const rows = await numberPublishedRows(db, { version, sessionId: id, layers });
  let areNumbersKept = true;
  const people = [...new Set(edits.flatMap(({ by }) => by ?? []))];
  const { result, warnings } = await writeVersion(
    deps,
    { version, layers, ctx },
    {
      author,
      origin: {
        operation: 'edit',
        parentId: version.id,
        parameters: { edits: edits.length, people },
        ...(label ? { label } : {}),
      },
      rowNumbers: (checked) => {
        areNumbersKept = rows.numbers !== null && hasExpectedRows(checked, rows);
        return areNumbersKept ? rows.numbers : null;
      },
      alongside: async (trx, published) => {
        const now = await findSession(trx, id);
        if (!now?.isOpen || published.version !== version.version + 1) throw draftGone();
        await markCommitted(trx, id, published.id);
      },
    },
  );
  if (!areNumbersKept) warnings.push(RENUMBERED);
  const [only, ...others] = layers;
  const count = result.file.layers.find(({ name }) => name === only?.layer)?.featureCount;
  return {
    success: true,
    dataset: result.dataset,
    new_version: result.version,
    version_id: result.versionId,
    ...(others.length === 0 && count !== undefined ? { feature_count: count } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

async function writeVersion(
  { storage, contents, versionWriter }: CommitDeps,
  { version, layers, ctx }: { version: Version; layers: EditedLayer[]; ctx: Ctx },
  fields: Pick<NewVersion, 'author' | 'origin' | 'rowNumbers' | 'alongside'>,
): Promise<{ result: IngestResult; warnings: string[] }> {
  const { signal } = ctx;
  const scratch = await storage.scratch();
  try {
    ctx.progress(5, 'Writing the edits to a new file');
    const source = { path: storage.path(version.objectKey as string), format: version.format };
    const { path: working } = await contents.readable(version);
    const { path, warnings } = await writeEdited(
      await openGdal(),
      { source, working, layers },
      { cwd: scratch.path, signal },
    );
    ctx.progress(60, 'Checking the new file');
    const file = await storage.stage(createReadStream(path), { signal });
    const result = await versionWriter.ingest({
      ...fields,
      fileName: version.fileName,
      file,
      destination: destinationOf(version),
      signal,
      commit: (work) => ctx.commit(work),
    });
    return { result, warnings };
  } finally {
    await scratch.remove();
  }
}

/** The folded edits by layer, without layers in which the edits cancel each other out. */
async function toEditedLayers(
  { db, contents }: CommitDeps,
  version: Version,
  edits: Edit[],
): Promise<EditedLayer[]> {
  const { info } = await contents.facts(version);
  const removed = await findRemovedRows(db, version);
  return [...Map.groupBy(edits, ({ layer }) => layer)].flatMap(([name, own]) => {
    const layer = info.layers?.find((each) => each.name === name);
    if (!layer) throw draftGone();
    const rows = [...foldEdits(own).values()];
    if (rows.length === 0) return [];
    const changed = rows.filter(({ isDeleted }) => !isDeleted);
    return {
      layer: name,
      types: Object.fromEntries(layer.fields.map((field) => [field.name, field.type])),
      crs: layer.crs ?? null,
      geometryType: layer.geometryType,
      featureCount: layer.featureCount,
      removedRows: removed.get(layerKey(version.format, name)) ?? [],
      deleted: rows.filter(({ isDeleted }) => isDeleted),
      updated: changed.filter(({ inFile }) => inFile),
      inserted: changed
        .filter(({ inFile }) => !inFile)
        .map((row) => ({ ...row, geometry: row.geometry as GeoJsonGeometry | null })),
    };
  });
}

/** A format that cannot take the edits is a conflict: the request was correct, and nothing was changed. */
function asConflict(error: unknown): unknown {
  if (!(error instanceof AppError) || error.kind !== 'unprocessable') return error;
  const { code, message, cause } = error;
  return new AppError({ kind: 'conflict', code, message, cause });
}

function toDerived(version: Version | null): Derived {
  if (!version) throw draftGone();
  return { success: true, dataset: version.dataset, new_version: version.version, version_id: version.id };
}
