import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReportServerSchemas } from '@cairn/contracts/client';
import { formatBytes, notifyDone, notifyError, t, unwrap } from '@cairn/ui';
import { reportServer } from '../../client.ts';
import { useExplorer } from '../state/explorer-context.tsx';
import { useCounts } from '../state/use-counts.ts';
import { EXPORT_FORMATS, type ExportFormat } from './export-formats.ts';

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
  const { shown } = useCounts();
  const [running, setRunning] = useState<RunningExport | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const start = useCallback(
    async (format: ExportFormat) => {
      const { datasource, schema, table, metadata } = source;
      const { sort, hidden } = state;
      const columns = metadata.columns
        .filter(({ name, family }) => family !== 'geometry' && family !== 'binary' && !hidden.includes(name))
        .map(({ name }) => name);
      const controller = new AbortController();
      abort.current = controller;
      setRunning({ format, bytes: 0 });
      try {
        const blob = await fetchFile(
          format,
          {
            ...{ datasource, schema, table, limit: MAX_ROWS },
            ...(tree ? { filter: tree } : {}),
            ...(hidden.length > 0 && columns.length > 0 ? { columns } : {}),
            ...(sort ? { sort: [{ column: sort.column, dir: sort.descending ? 'desc' : 'asc' }] } : {}),
          },
          { signal: controller.signal, onBytes: (bytes) => setRunning({ format, bytes }) },
        );
        const { ending } = EXPORT_FORMATS.find((each) => each.format === format)!;
        const name = `${table}.${ending}`;
        saveFile(blob, name);
        const isCut = shown !== undefined && shown > MAX_ROWS;
        notifyDone(t(isCut ? 'export.cut' : 'export.done', { name, size: formatBytes(blob.size) }));
      } catch (error) {
        if (controller.signal.aborted) notifyDone(t('export.cancelled'));
        else notifyError(error);
      } finally {
        setRunning(null);
      }
    },
    [source, state, tree, shown],
  );
  const cancel = useCallback(() => abort.current?.abort(), []);
  return { running, start, cancel };
}

async function fetchFile(
  format: ExportFormat,
  body: ReportServerSchemas['ExportRequest'],
  { signal, onBytes }: { signal: AbortSignal; onBytes: (bytes: number) => void },
): Promise<Blob> {
  const params = { query: { format, ...(format === 'csv' ? { bom: '1' as const } : {}) } };
  const stream = (await unwrap(
    reportServer.POST('/api/v1/explorer/export', { params, body, signal, parseAs: 'stream' }),
  )) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>;
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

function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
