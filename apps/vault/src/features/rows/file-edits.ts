import type { InScratch } from '@cairn/files';
import type { StoredRow } from '@cairn/geo';
import { conflict } from '@cairn/service';
import type { CellLimits } from './cell-values.ts';
import { findLargestInsertedKey, listSessionEdits } from './edit-repo.ts';
import { noSuchRow, notEditable, rowChanged } from './errors.ts';
import type { FileLayer, FileLayers } from './file-layer.ts';
import { newEdit } from './new-edit.ts';
import { foldEdits, mergeRow } from './pending-changes.ts';
import { readNewRow, readUpdates } from './read-input.ts';
import type { EditLock, Sessions } from './sessions.ts';
import type { Cells, ChangedRow, EditContext, NewEdit, RowChange, RowSource } from './types.ts';
import { validateGeometry } from './validate-geometry.ts';

export interface FileEditDeps {
  layers: FileLayers;
  sessions: Sessions;
  inScratch: InScratch;
}

const LARGEST_KEY = 2n ** 63n - 1n;
/** A text in a shapefile has at most this many bytes. */
const DBF_TEXT = 254;

/** Edits of the rows of a stored file. They go to the draft; the file itself is never changed. */
export function createFileEdits({
  layers,
  sessions,
  inScratch,
}: FileEditDeps): Pick<RowSource, 'update' | 'remove' | 'insert'> {
  async function openEditable({ version, layer: name }: EditContext): Promise<FileLayer> {
    const layer = await layers.open(version, name);
    if (layer.schema.reason !== null) throw notEditable(layer.schema.reason);
    return layer;
  }

  /** Changes one row that is as the caller read it; `edit` returns null when nothing is different. */
  async function change(
    context: EditContext,
    { layer, key, hash }: RowChange & { layer: FileLayer },
    edit: (row: Cells) => NewEdit | null,
  ): Promise<ChangedRow> {
    const { schema } = layer;
    const stored = await layers.readRow(layer, key);
    return sessions.edit(context.version, async ({ trx, session, add }) => {
      const edits = session ? await listSessionEdits(trx, session.id, { layer: schema.layer, key }) : [];
      const before = rowAfter(edits, { layer, stored, key });
      if (!before) throw noSuchRow(schema, key);
      if (hash !== undefined && hash !== before.hash) throw rowChanged(before);
      const addition = edit(before.row);
      if (!addition) return { key, ...before, session };
      const { id: editId, session: draft } = await add(addition, context.author);
      const after = rowAfter([...edits, addition], { layer, stored, key });
      return { key, row: after?.row ?? null, hash: after?.hash ?? null, editId, session: draft };
    });
  }

  return {
    async update(context, request) {
      const layer = await openEditable(context);
      const { key } = request;
      const updates = readUpdates(layer.schema, request.updates, limitsOf(context));
      return change(context, { ...request, layer }, (row) => {
        const names = Object.keys(updates).filter((name) => updates[name] !== row[name]);
        if (names.length === 0) return null;
        const pick = (from: Cells) => Object.fromEntries(names.map((name) => [name, from[name]]));
        return newEdit(row, {
          kind: 'update',
          layer: layer.layer,
          key,
          before: pick(row),
          after: pick(updates),
        });
      });
    },

    async remove(context, request) {
      const layer = await openEditable(context);
      return change(context, { ...request, layer }, (row) => {
        const before = Object.fromEntries(Object.entries(row).filter(([name]) => name !== layer.schema.key));
        return newEdit(before, { kind: 'delete', layer: layer.layer, key: request.key, before });
      });
    },

    async insert(context, { values, geometry: input }) {
      const layer = await openEditable(context);
      const after = readNewRow(layer.schema, values, limitsOf(context));
      const anyPlural = context.version.format === 'ESRI Shapefile';
      const geometry = input == null ? null : await validateGeometry(input, layer, { anyPlural, inScratch });
      return sessions.edit(context.version, async (lock) => {
        const key = await nextKey(lock, layer);
        const edit = newEdit(after, { kind: 'insert', layer: layer.layer, key, after, geometry });
        const { id: editId, session } = await lock.add(edit, context.author);
        const inserted = rowAfter([edit], { layer, stored: null, key });
        return { key, row: inserted?.row ?? null, hash: inserted?.hash ?? null, editId, session };
      });
    },
  };
}

/** The row with its edits; null when it does not exist. */
function rowAfter(
  edits: NewEdit[],
  { layer, stored, key }: { layer: FileLayer; stored: StoredRow | null; key: string },
): { row: Cells; hash: string } | null {
  const pending = foldEdits(edits).get(key);
  const exists = pending ? !pending.isDeleted : stored !== null;
  return exists ? mergeRow(layer.schema, stored, pending) : null;
}

/** One more than the largest key that the file, an earlier version or the draft ever used. */
async function nextKey({ trx, session }: EditLock, { high, next, layer }: FileLayer): Promise<string> {
  const inserted = session ? await findLargestInsertedKey(trx, session.id, layer) : 0n;
  const used = [BigInt(high ?? 0), inserted, next === null ? 0n : BigInt(next) - 1n];
  const largest = used.reduce((a, b) => (a > b ? a : b));
  if (largest >= LARGEST_KEY)
    throw conflict('vault.no_key_left', 'The layer has used its largest key. No row can be added.');
  return (largest + 1n).toString();
}

function limitsOf({ version }: EditContext): CellLimits {
  return version.format === 'ESRI Shapefile' ? { maxTextBytes: DBF_TEXT } : {};
}
