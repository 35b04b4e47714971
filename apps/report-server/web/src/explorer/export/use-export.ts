import { useCallback, useEffect, useRef, useState } from 'react';
import { formatBytes, notifyDone, notifyError, t } from '@cairn/ui';
import { useDataLoader, type DataLoader, type ExportQuery } from '../data-loader.ts';
import { useExplorer } from '../state/explorer-context.tsx';
import { EXPORT_FORMATS, type ExportFormat } from './export-formats.ts';
import { saveFile } from './save-file.ts';

/** The server sends no more in one file. */
const MAX_ROWS = 5_000_000;
/** How often received bytes are reported. */
const REPORT_EVERY_MS = 250;

export interface RunningExport {
  format: ExportFormat;
  /** Bytes that have come. */
  bytes: number;
}

/** Downloads the rows of the filter, in the order and with the columns that the table shows. */
export function useExport() {
  const { source, state, tree } = useExplorer();
  const loader = useDataLoader();
  const [running, setRunning] = useState<RunningExport | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  /** Saves the file, and resolves with its name and size once it has come. */
  const save = useCallback(
    async (format: ExportFormat): Promise<{ name: string; size: number }> => {
      const { datasource, schema, table, metadata } = source;
      const { sort, hidden } = state;
      const columns = metadata.columns
        .filter(({ name, family }) => family !== 'geometry' && family !== 'binary' && !hidden.includes(name))
        .map(({ name }) => name);
      const controller = new AbortController();
      abort.current = controller;
      setRunning({ format, bytes: 0 });
      try {
        const query = { format, ...(format === 'csv' ? { bom: '1' as const } : {}) };
        const body: ExportQuery['body'] = {
          ...{ datasource, schema, table, limit: MAX_ROWS },
          ...(tree ? { filter: tree } : {}),
          ...(hidden.length > 0 && columns.length > 0 ? { columns } : {}),
          ...(sort ? { sort: [{ column: sort.column, dir: sort.descending ? 'desc' : 'asc' }] } : {}),
        };
        const rows = await loader.exportRows({ query, body }, controller.signal);
        const blob = await collect(rows, (bytes) => setRunning({ format, bytes }));
        const { ending } = EXPORT_FORMATS.find((each) => each.format === format)!;
        const name = `${table}.${ending}`;
        saveFile(blob, name);
        return { name, size: blob.size };
      } finally {
        setRunning(null);
      }
    },
    [source, state, tree, loader],
  );

  /** The same, and says how it ended. */
  const start = useCallback(
    async (format: ExportFormat): Promise<string | null> => {
      try {
        const { name, size } = await save(format);
        const isCut = (await countRows(loader, { ...source, filter: tree })) > MAX_ROWS;
        notifyDone(t(isCut ? 'export.cut' : 'export.done', { name, size: formatBytes(size) }));
        return name;
      } catch (error) {
        if (abort.current?.signal.aborted) notifyDone(t('export.cancelled'));
        else notifyError(error);
        return null;
      }
    },
    [save, loader, source, tree],
  );
  const cancel = useCallback(() => abort.current?.abort(), []);
  return { isPossible: loader.canExport, running, save, start, cancel };
}

type Counted = Pick<ExportQuery['body'], 'datasource' | 'schema' | 'table'> & {
  filter: ExportQuery['body']['filter'] | undefined;
};

/** The rows that were asked for, as the server counted them last; 0 when it does not say. */
async function countRows(
  { loadRows }: DataLoader,
  { datasource, schema, table, filter }: Counted,
): Promise<number> {
  const aggregates = [{ fn: 'count', as: 'rows' }];
  const request = { datasource, schema, table, aggregates, ...(filter ? { filter } : {}) };
  const answer = await loadRows(request, AbortSignal.timeout(60_000)).catch(() => null);
  return Number(answer?.rows[0]?.rows ?? 0);
}

async function collect(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  let bytes = 0;
  let reportedAt = 0;
  const counted = stream.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        bytes += chunk.length;
        if (performance.now() - reportedAt > REPORT_EVERY_MS) {
          reportedAt = performance.now();
          onBytes(bytes);
        }
        controller.enqueue(chunk);
      },
    }),
  );
  // The browser keeps large bodies on its disk.
  return new Response(counted).blob();
}
