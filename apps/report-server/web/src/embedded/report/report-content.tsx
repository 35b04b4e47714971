import { EmptyState, ErrorState, LoadingRows, t, unwrap } from '@cairn/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { reportServer } from '../../client.ts';
import { missingParameters } from '../../viewer/parameter-values.ts';
import type { EmbedAddress } from '../address.ts';
import { textsOfParameters } from '../parameters.ts';
import type { Embedding } from '../use-embedding.ts';
import { fetchDocument } from './fetch-document.ts';
import { HtmlDocument } from './html-document.tsx';
import { ReportForm } from './report-form.tsx';
import { ReportToolbar } from './report-toolbar.tsx';
import { useExport } from './use-export.ts';

interface Props {
  address: EmbedAddress;
  embedding: Embedding;
}

/** A report as HTML, with its parameters and downloads as far as the token and the site allow. */
export function ReportContent({ address: { id: key }, embedding }: Props) {
  const { session, host, parameters, viewer, datasource, revision, report } = embedding;
  const frame = useRef<HTMLIFrameElement>(null);
  const [zoom, setZoom] = useState(1);
  const [isFormOpen, setFormOpen] = useState<boolean | null>(null);

  const config = useQuery({
    queryKey: ['config', key, revision],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      unwrap(reportServer.GET('/embed/api/reports/{key}/config', { params: { path: { key } }, signal })),
  });
  const missing = config.data
    ? missingParameters(withDefaults(config.data, parameters), config.data.parameters)
    : [];
  const document = useQuery({
    queryKey: ['document', key, parameters, datasource, revision],
    enabled: config.isSuccess && missing.length === 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await fetchDocument({ key, format: 'html', parameters, datasource, signal })).text(),
  });
  const { save, saving } = useExport({ key, parameters, datasource, embedding, config: config.data });

  const error = config.error ?? document.error;
  useEffect(() => {
    if (error) report(error);
  }, [error, report]);
  const announce = useCallback(() => host.post({ type: 'loaded' }), [host]);

  if (!config.data) return error ? <ErrorState error={error} /> : <LoadingRows rows={4} />;
  const { actions } = session!;
  const hasForm = viewer.parameters !== false && config.data.parameters.some(({ hidden }) => !hidden);
  const isOpen = hasForm && (isFormOpen ?? missing.length > 0);
  return (
    <>
      {viewer.toolbar !== false && (
        <ReportToolbar
          title={config.data.title}
          {...(hasForm ? { form: { isOpen, toggle: () => setFormOpen(!isOpen) } } : {})}
          formats={
            viewer.export === false ? [] : config.data.formats.filter(() => actions.includes('export'))
          }
          saving={saving}
          onSave={(format) => void save(format, null)}
          {...(viewer.zoom === false ? {} : { onZoom: (factor: number) => setZoom(limit(zoom * factor)) })}
          {...(actions.includes('print') ? { onPrint: () => frame.current?.contentWindow?.print() } : {})}
          {...(viewer.close ? { onClose: () => host.post({ type: 'close' }) } : {})}
        />
      )}
      {isOpen && (
        <ReportForm
          config={config.data}
          parameters={parameters}
          isRunning={document.isFetching}
          onRun={embedding.changeParameters}
        />
      )}
      {missing.length > 0 && !hasForm && <EmptyState title={t('embedded.needsValues')} />}
      {document.error && missing.length === 0 && (
        <ErrorState error={document.error} retry={() => void document.refetch()} />
      )}
      {document.isPending && missing.length === 0 && <LoadingRows rows={4} />}
      {document.data !== undefined && !document.error && missing.length === 0 && (
        <HtmlDocument
          html={document.data}
          title={config.data.title}
          zoom={zoom}
          frame={frame}
          isStale={document.isPlaceholderData}
          canFollow={actions.includes('drill')}
          onShown={announce}
        />
      )}
    </>
  );
}

function limit(zoom: number): number {
  return Math.min(2, Math.max(0.5, zoom));
}

/** What counts as given: a value, or the parameter's own default. */
function withDefaults(
  { parameters }: { parameters: readonly { name: string; default?: unknown }[] },
  given: Embedding['parameters'],
): Record<string, string[]> {
  const defaults = parameters.map(({ name, default: value }): [string, string[]] => [
    name,
    value === null || value === undefined ? [] : ['default'],
  ]);
  return { ...Object.fromEntries(defaults), ...textsOfParameters(given) };
}
