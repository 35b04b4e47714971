import type { Crs, LayerInfo, OrderedRows, StoredRow } from '@cairn/geo';
import type { RowReader } from './explaining-reader.ts';
import { AppError, badRequest, notFound } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { ContentService } from '../content/service.ts';
import { findDataset } from '../datasets/repo.ts';
import { contentKey } from '../content/content-key.ts';
import { nextRowOf } from '../versions/row-numbers.ts';
import type { Version } from '../versions/types.ts';
import type { IndexedLayer } from './row-order-index.ts';
import { createRecent } from './recent.ts';
import type { EditColumn, LayerSchema } from './types.ts';

/** A layer of a stored file, ready to be read. */
export interface FileLayer extends IndexedLayer {
  schema: LayerSchema;
  crs: Crs | null;
  hasZ: boolean;
  hasM: boolean;
  /** The least number that a new row may get, where earlier versions gave some; null for one above the highest. */
  next: string | null;
}

export interface FileLayerDeps {
  db: Db;
  contents: ContentService;
  reader: RowReader;
}

const NO_KEY =
  'The layer has no integer primary key, so that its rows cannot be told apart for good; export it with one.';

/** Layers of stored files: what is known of them, and their rows. */
export function createFileLayers({ db, contents, reader }: FileLayerDeps) {
  const outlines = createRecent<{ key: string | null; low: string | null; high: string | null }>(1_000);

  async function outlineOf(content: string, file: string, layer: string) {
    const id = `${content} ${layer}`;
    const known = outlines.get(id);
    if (known) return known;
    const found = await reader.run({ task: 'rowRange', file, layer });
    outlines.set(id, found);
    return found;
  }

  return {
    async open(version: Version, wanted: string | undefined): Promise<FileLayer> {
      const [{ info }, { path }, why] = await Promise.all([
        contents.facts(version).catch(asBadRequest),
        contents.readable(version).catch(asBadRequest),
        whyNotEditable(db, version),
      ]);
      const layers = info.layers ?? [];
      const layer = wanted === undefined ? layers[0] : layers.find(({ name }) => name === wanted);
      if (!layer) {
        if (wanted === undefined) throw badRequest('vault.no_rows', 'The version has no layer with rows.');
        throw notFound('vault.no_such_layer', `There is no layer "${wanted}" in this version.`);
      }
      const content = contentKey(version);
      const outline = await outlineOf(content, path, layer.name);
      const reason = why ?? (outline.key === null ? NO_KEY : null);
      return {
        content,
        file: path,
        layer: layer.name,
        low: outline.low,
        high: outline.high,
        featureCount: layer.featureCount,
        crs: layer.crs ?? null,
        hasZ: layer.hasZ,
        hasM: layer.hasM,
        next: nextRowOf(version, layer.name),
        schema: {
          layer: layer.name,
          layers: layers.map(({ name }) => name),
          columns: columnsOf(layer, outline.key),
          key: outline.key,
          geometryColumn: layer.geometryColumn ?? null,
          geometryType: layer.geometryType,
          featureCount: layer.featureCount,
          reason,
        },
      };
    },

    /** Rows as the file has them, by position and by key. */
    rows(
      { file, layer, schema }: FileLayer,
      asked: { rows: OrderedRows; positions: number[]; keys: string[] },
    ): Promise<{ at: StoredRow[]; byKey: StoredRow[] }> {
      const columns = storedColumns(schema);
      return reader.run({ task: 'rows', file, layer, columns, ...asked });
    },
  };
}

/** Columns beside the key. */
export function storedColumns({ columns }: LayerSchema): EditColumn[] {
  return columns.filter(({ primaryKey }) => !primaryKey);
}

/** A file that cannot be read has no rows to ask for. */
function asBadRequest(error: unknown): never {
  if (!(error instanceof AppError) || error.kind !== 'unprocessable') throw error;
  throw badRequest(error.code, error.message);
}

async function whyNotEditable(db: Db, version: Version): Promise<string | null> {
  if (!version.latest)
    return 'Only the latest version can be edited; roll back to this one, or edit the latest.';
  const dataset = await findDataset(db, version.dataset);
  return dataset?.archivedAt ? 'The dataset is archived; restore it in order to edit it.' : null;
}

function columnsOf(layer: LayerInfo, key: string | null): EditColumn[] {
  const columns = layer.fields.map((field): EditColumn => {
    return {
      name: field.name,
      type: field.type,
      nativeType: field.nativeType,
      editable: key !== null && field.type !== 'binary',
      nullable: field.nullable,
      ...(field.width === undefined ? {} : { width: field.width }),
    };
  });
  const identity = key ?? layer.fidColumn;
  if (identity === undefined) return columns;
  return [
    {
      name: identity,
      type: 'integer',
      nativeType: 'INTEGER',
      editable: false,
      nullable: false,
      ...(key === null ? {} : { primaryKey: true }),
    },
    ...columns.filter(({ name }) => name !== identity),
  ];
}
