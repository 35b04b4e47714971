import { LRUCache } from 'lru-cache';
import type { Crs, LayerInfo, OrderedRows, Reader, StoredRow } from '@cairn/geo';
import { AppError, badRequest } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { contentKey } from '../content/content-key.ts';
import { SourceError } from '../content/errors.ts';
import type { ContentService } from '../content/service.ts';
import { findDatasetById } from '../versions/dataset-repo.ts';
import { nextRowOf } from '../versions/row-numbers-repo.ts';
import type { Version } from '../versions/types.ts';
import { noRows, noSuchLayer } from './errors.ts';
import { storedColumns } from './pending-changes.ts';
import type { EditColumn, LayerSchema } from './types.ts';

/** A layer of a stored file, ready to be read. */
export interface FileLayer {
  /** Key of the content; see contentKey. */
  content: string;
  file: string;
  layer: string;
  /** Lowest and highest key of the rows. */
  low: string | null;
  high: string | null;
  featureCount: number;
  crs: Crs | null;
  hasZ: boolean;
  hasM: boolean;
  /** Lowest number for a new row, if earlier versions used some; null for one above the highest key. */
  next: string | null;
  schema: LayerSchema;
}

export type RowReader = Pick<Reader, 'run'>;
export type FileLayers = ReturnType<typeof createFileLayers>;

export interface FileLayerDeps {
  db: Db;
  contents: ContentService;
  reader: RowReader;
}

interface RowRange {
  key: string | null;
  low: string | null;
  high: string | null;
}

const NO_KEY =
  'The layer has no integer primary key, so its rows cannot be identified. Export it with a primary key.';

/** Opens layers of stored files and reads their rows, without the edits of a draft. */
export function createFileLayers({ db, contents, reader }: FileLayerDeps) {
  const ranges = new LRUCache<string, RowRange>({ max: 1_000 });

  async function rangeOf(content: string, file: string, layer: string): Promise<RowRange> {
    const id = `${content} ${layer}`;
    const range = ranges.get(id) ?? (await reader.run({ task: 'rowRange', file, layer }));
    ranges.set(id, range);
    return range;
  }

  /** Reads rows by position and by key. */
  function readRows(
    { file, layer, schema }: FileLayer,
    request: { rows: OrderedRows; positions: number[]; keys: string[] },
  ): Promise<{ at: StoredRow[]; byKey: StoredRow[] }> {
    return reader.run({ task: 'rows', file, layer, columns: storedColumns(schema), ...request });
  }

  return {
    async open(version: Version, name: string | undefined): Promise<FileLayer> {
      const [{ info }, { path }, whyReadOnly] = await Promise.all([
        contents.facts(version).catch(asBadRequest),
        contents.readable(version).catch(asBadRequest),
        reasonAgainstEdits(db, version),
      ]);
      const layers = info.layers ?? [];
      const layer = name === undefined ? layers[0] : layers.find((each) => each.name === name);
      if (!layer)
        throw name === undefined ? noRows('This version has no layer with rows.') : noSuchLayer(name);
      const content = contentKey(version);
      const range = await rangeOf(content, path, layer.name);
      const reason = whyReadOnly ?? (range.key === null ? NO_KEY : null);
      return {
        content,
        file: path,
        layer: layer.name,
        low: range.low,
        high: range.high,
        featureCount: layer.featureCount,
        crs: layer.crs ?? null,
        hasZ: layer.hasZ,
        hasM: layer.hasM,
        next: nextRowOf(version, layer.name),
        schema: {
          layer: layer.name,
          layers: layers.map((each) => each.name),
          columns: columnsOf(layer, range.key),
          key: range.key,
          geometryColumn: layer.geometryColumn ?? null,
          geometryType: layer.geometryType,
          featureCount: layer.featureCount,
          reason,
        },
      };
    },

    readRows,

    async readRow(layer: FileLayer, key: string): Promise<StoredRow | null> {
      if (BigInt.asIntN(64, BigInt(key)) !== BigInt(key)) return null;
      const rows = { file: null, low: null, high: null, descending: false };
      const { byKey } = await readRows(layer, { rows, positions: [], keys: [key] });
      return byKey[0] ?? null;
    },
  };
}

/** The rows of an unreadable file are a bad request, not an unprocessable upload. */
function asBadRequest(error: unknown): never {
  if (!(error instanceof AppError) || error.kind !== 'unprocessable') throw error;
  // It may say where the data is, which is not for all.
  if (error instanceof SourceError) throw error;
  throw badRequest(error.code, error.message);
}

async function reasonAgainstEdits(db: Db, version: Version): Promise<string | null> {
  if (version.datasourceType === 'remote')
    return "This version's data is in an object store. Import the file to edit its rows.";
  if (!version.latest)
    return 'Only the latest version can be edited. Edit that one, or roll back to this version.';
  const dataset = await findDatasetById(db, version.datasetId);
  return dataset?.archivedAt ? 'The dataset is archived. Restore it to edit it.' : null;
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
