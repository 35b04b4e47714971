import { createReadStream } from 'node:fs';
import type { VaultSchemas } from '@cairn/contracts';
import type { Storage } from '@cairn/files';
import { openGdal, writeEdited } from '@cairn/geo';
import type { EditedLayer, GeoJsonGeometry } from '@cairn/geo';
import type { JobContext } from '@cairn/jobs';
import { AppError, conflict } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { VaultDatabase } from '../../db/schema.ts';
import type { ContentService } from '../content/service.ts';
import { destinationOf } from '../versions/destination.ts';
import type { IngestService } from '../versions/ingest.ts';
import type { Author, IngestResult, NewVersion, Version } from '../versions/types.ts';
import { findVersionById } from '../versions/repo.ts';
import { layerKey } from '../versions/row-numbers.ts';
import { findRemovedRows } from '../versions/row-numbers-repo.ts';
import { foldEdits } from './pending-changes.ts';
import { editsOfSession } from './edit-repo.ts';
import { hasExpectedRows, numberPublishedRows } from './published-row-numbers.ts';
import { findSession, markCommitted } from './repo.ts';
import type { Edit } from './types.ts';

export interface CommitDeps {
  db: Db;
  storage: Storage;
  contents: ContentService;
  ingest: IngestService;
}

/** What the job was told. */
export interface CommitPayload {
  session_id: number;
  maker: Author;
  label?: string;
}

const NUMBERED_ANEW =
  'The rows of this version have new numbers, so that links to single rows of earlier versions lead to other rows.';

type Derived = VaultSchemas['Derived'];
type Ctx = JobContext<VaultDatabase>;

/**
 * Makes one version of all edits of a session: the file anew in its own format, with what the edits come to. While its job
 * runs the session takes no edits; the rows and the version appear in one transaction with the end of the session.
 */
export function publishEdits(parts: CommitDeps, payload: CommitPayload, ctx: Ctx): Promise<Derived> {
  return seal(parts, payload, ctx).catch((error: unknown) => {
    throw asConflict(error);
  });
}

async function seal(
  parts: CommitDeps,
  { session_id: id, maker, label }: CommitPayload,
  ctx: Ctx,
): Promise<Derived> {
  const { db } = parts;
  const session = await findSession(db, id);
  const version = session?.baseVersionId ? await findVersionById(db, session.baseVersionId) : null;
  if (!session || !version || session.commitJobId !== ctx.job.id) throw gone();
  // An earlier attempt of this job got through.
  if (session.committedVersionId !== null)
    return toDerived(await findVersionById(db, session.committedVersionId));
  if (!session.isOpen) throw gone();
  const edits = await editsOfSession(db, id);
  const layers = await editedLayers(parts, version, edits);
  if (layers.length === 0) {
    await ctx.commit((trx) => markCommitted(trx, id, version.id));
    return {
      ...toDerived(version),
      warnings: ['The edits cancel each other out, so that no version was made.'],
    };
  }
  const rows = await numberPublishedRows(db, { version, sessionId: id, layers });
  let areNumbersKept = true;
  const people = [...new Set(edits.flatMap(({ by }) => by ?? []))];
  const { result, warnings } = await write(
    parts,
    { version, layers, ctx },
    {
      author: maker,
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
      alongside: async (trx, made) => {
        const now = await findSession(trx, id);
        if (!now?.isOpen || made.version !== version.version + 1) throw gone();
        await markCommitted(trx, id, made.id);
      },
    },
  );
  if (!areNumbersKept) warnings.push(NUMBERED_ANEW);
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

async function write(
  { storage, contents, ingest }: CommitDeps,
  { version, layers, ctx }: { version: Version; layers: EditedLayer[]; ctx: Ctx },
  what: Pick<NewVersion, 'author' | 'origin' | 'rowNumbers' | 'alongside'>,
): Promise<{ result: IngestResult; warnings: string[] }> {
  const { signal } = ctx;
  const scratch = await storage.scratch();
  try {
    ctx.progress(5, 'Writing the edits into a new file');
    const source = { path: storage.path(version.objectKey as string), format: version.format };
    const { path: working } = await contents.readable(version);
    const { path, warnings } = await writeEdited(
      await openGdal(),
      { source, working, layers },
      { cwd: scratch.path, signal },
    );
    ctx.progress(60, 'Checking the new file');
    const file = await storage.stage(createReadStream(path), { signal });
    const result = await ingest.ingest({
      ...what,
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

/** What the edits come to, layer by layer; layers that are as they were are not among them. */
async function editedLayers(
  { db, contents }: CommitDeps,
  version: Version,
  edits: Edit[],
): Promise<EditedLayer[]> {
  const { info } = await contents.facts(version);
  const removed = await findRemovedRows(db, version);
  return [...Map.groupBy(edits, ({ layer }) => layer)].flatMap(([name, own]) => {
    const layer = info.layers?.find((candidate) => candidate.name === name);
    if (!layer) throw gone();
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

/** A file that the edits do not fit into: nothing was wrong with the request, and nothing was changed. */
function asConflict(error: unknown): unknown {
  if (!(error instanceof AppError) || error.kind !== 'unprocessable') return error;
  const { code, message, cause } = error;
  return new AppError({ kind: 'conflict', code, message, cause });
}

function toDerived(version: Version | null): Derived {
  if (!version) throw gone();
  return { success: true, dataset: version.dataset, new_version: version.version, version_id: version.id };
}

function gone() {
  return conflict('vault.no_edits', 'The edits were sealed or taken back meanwhile; nothing was changed.');
}
