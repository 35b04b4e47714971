import type { InScratch } from '@cairn/files';
import type { StoredRow } from '@cairn/geo';
import { conflict } from '@cairn/service';
import { noSuchRow, notEditable, readNewRow, readUpdates, rowChanged } from './read-input.ts';
import type { createFileLayers, FileLayer } from './file-layer.ts';
import { storedRow, wholeRow } from './file-rows.ts';
import { validateGeometry } from './geometry.ts';
import { foldEdits } from './pending-changes.ts';
import { editsOfSession, largestGivenKey } from './edit-repo.ts';
import { rowName } from './row-name.ts';
import type { Changed, RowChangeOptions } from './row-source.ts';
import type { EditLock, Sessions } from './sessions.ts';
import type { Cells, Edit, EditContext, NewEdit } from './types.ts';
import type { CellLimits } from './cell-values.ts';

export interface FileEditDeps {
  layers: ReturnType<typeof createFileLayers>;
  sessions: Sessions;
  inScratch: InScratch;
}

const LARGEST_KEY = 2n ** 63n - 1n;
/** Most bytes of a text in a shapefile. */
const DBF_TEXT = 254;

/** Edits of the rows of a stored file: written down, to be sealed into a version later. The file is never touched. */
export function createFileEdits({ layers, sessions, inScratch }: FileEditDeps) {
  async function open({ version, layer }: EditContext): Promise<FileLayer> {
    const opened = await layers.open(version, layer);
    if (opened.schema.reason !== null) throw notEditable(opened.schema.reason);
    return opened;
  }

  /** Exactly one row, as the caller saw it, or nothing. `edit` says what becomes of it; null when nothing does. */
  async function change(
    context: EditContext,
    { layer, key, hash }: RowChangeOptions & { layer: FileLayer },
    edit: (row: Cells) => NewEdit | null,
  ): Promise<Changed> {
    const { schema } = layer;
    const stored = await storedRow(layers, layer, key);
    return sessions.edit(context.version, async ({ trx, session, add }) => {
      const edits = session ? await editsOfSession(trx, session.id, { layer: schema.layer, key }) : [];
      const before = stateOf(layer, stored, { key, edits });
      if (!before) throw noSuchRow(schema, key);
      if (hash !== undefined && hash !== before.hash) throw rowChanged(before);
      const wanted = edit(before.row);
      if (!wanted) return { key, ...before, session };
      const added = await add(wanted, context.maker);
      const after = stateOf(layer, stored, { key, edits: [...edits, toEdit(wanted)] });
      return {
        key,
        row: after?.row ?? null,
        hash: after?.hash ?? null,
        editId: added.id,
        session: added.session,
      };
    });
  }

  return {
    async update(context: EditContext, asked: RowChangeOptions & { updates: Cells }): Promise<Changed> {
      const layer = await open(context);
      const updates = readUpdates(layer.schema, asked.updates, limitsOf(context));
      return change(context, { layer, key: asked.key, hash: asked.hash }, (row) => {
        const names = Object.keys(updates).filter((name) => updates[name] !== row[name]);
        if (names.length === 0) return null;
        const pick = (from: Cells) => Object.fromEntries(names.map((name) => [name, from[name]]));
        return newEdit('update', layer, asked.key, {
          rowName: rowName(row),
          before: pick(row),
          after: pick(updates),
        });
      });
    },

    async remove(context: EditContext, asked: RowChangeOptions): Promise<Changed> {
      const layer = await open(context);
      return change(context, { layer, ...asked }, (row) => {
        const before = Object.fromEntries(Object.entries(row).filter(([name]) => name !== layer.schema.key));
        return newEdit('delete', layer, asked.key, { rowName: rowName(before), before });
      });
    },

    async insert(context: EditContext, row: { values: Cells; geometry: unknown }): Promise<Changed> {
      const layer = await open(context);
      const after = readNewRow(layer.schema, row.values, limitsOf(context));
      const anyPlural = context.version.format === 'ESRI Shapefile';
      const geometry =
        row.geometry === undefined || row.geometry === null
          ? null
          : await validateGeometry(row.geometry, layer, { anyPlural, inScratch });
      return sessions.edit(context.version, async (lock) => {
        const key = await nextKey(lock, layer);
        const edit = newEdit('insert', layer, key, { rowName: rowName(after), after, geometry });
        const { id: editId, session } = await lock.add(edit, context.maker);
        const made = stateOf(layer, null, { key, edits: [toEdit(edit)] });
        return { key, row: made?.row ?? null, hash: made?.hash ?? null, editId, session };
      });
    },
  };
}

/** The row as it is with its edits; null when it is not there. */
function stateOf(
  layer: FileLayer,
  stored: StoredRow | null,
  { key, edits }: { key: string; edits: Edit[] },
): { row: Cells; hash: string } | null {
  const edited = foldEdits(edits).get(key);
  const isThere = edited ? !edited.isDeleted : stored !== null;
  return isThere ? wholeRow(layer.schema, stored, edited) : null;
}

/** One more than the largest key that the file, an earlier version or the session ever gave. */
async function nextKey({ trx, session }: EditLock, { high, next, schema }: FileLayer): Promise<string> {
  const given = session ? await largestGivenKey(trx, session.id, schema.layer) : 0n;
  const used = [BigInt(high ?? 0), given, next === null ? 0n : BigInt(next) - 1n];
  const largest = used.reduce((a, b) => (a > b ? a : b));
  if (largest >= LARGEST_KEY)
    throw conflict('vault.no_key_left', 'The layer has used its largest key; no row can be added.');
  return (largest + 1n).toString();
}

function newEdit(
  kind: Edit['kind'],
  { schema }: FileLayer,
  key: string,
  what: Partial<Omit<NewEdit, 'layer' | 'kind' | 'key'>>,
): NewEdit {
  const nothing = { rowName: null, before: null, after: null, geometry: null };
  return { layer: schema.layer, kind, key, ...nothing, ...what };
}

function toEdit(edit: NewEdit): Edit {
  return { ...edit, id: 0, by: null, byId: null, at: new Date(0) };
}

function limitsOf({ version }: EditContext): CellLimits {
  return version.format === 'ESRI Shapefile' ? { maxTextBytes: DBF_TEXT } : {};
}
