import { ErrorState, LoadingRows } from '@cairn/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { EmbedAddress } from '../address.ts';
import type { Embedding } from '../use-embedding.ts';
import { fetchDocument } from './fetch-document.ts';
import { HtmlDocument } from './html-document.tsx';
import { ReportHead } from './report-head.tsx';
import { useReportConfig } from './use-report-config.ts';

interface Props {
  address: EmbedAddress;
  embedding: Embedding;
}

/** A report as HTML. */
export function ReportContent({ address, embedding }: Props) {
  const { session, host, parameters, datasource, revision, report } = embedding;
  const { id: key } = address;
  const frame = useRef<HTMLIFrameElement>(null);
  const [zoom, setZoom] = useState(1);
  const { config, isReady, isMissing } = useReportConfig(key, embedding);
  const document = useQuery({
    queryKey: ['document', key, parameters, datasource, revision],
    enabled: isReady,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await fetchDocument({ key, format: 'html', parameters, datasource, signal })).text(),
  });

  const error = config.error ?? document.error;
  useEffect(() => {
    if (error) report(error);
  }, [error, report]);
  const announce = useCallback(() => host.post({ type: 'loaded' }), [host]);

  if (!config.data) return error ? <ErrorState error={error} /> : <LoadingRows rows={4} />;
  return (
    <>
      <ReportHead
        {...{ address, embedding, isMissing }}
        config={config.data}
        isRunning={document.isFetching}
        onZoom={(factor) => setZoom(limit(zoom * factor))}
        onPrint={() => frame.current?.contentWindow?.print()}
      />
      {document.error && !isMissing && (
        <ErrorState error={document.error} retry={() => void document.refetch()} />
      )}
      {document.isPending && !isMissing && <LoadingRows rows={4} />}
      {document.data !== undefined && !document.error && !isMissing && (
        <HtmlDocument
          html={document.data}
          title={config.data.title}
          zoom={zoom}
          frame={frame}
          isStale={document.isPlaceholderData}
          canFollow={session!.actions.includes('drill')}
          onShown={announce}
        />
      )}
    </>
  );
}

function limit(zoom: number): number {
  return Math.min(2, Math.max(0.5, zoom));
}
