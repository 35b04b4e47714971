import { basePath, errorFromResponse, ErrorState, LoadingRows } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { PdfDocument } from './pdf-document.tsx';
import type { Execution } from './types.ts';
import classes from './viewer.module.css';

/** The document of a run: pages to print, or HTML in a frame. */
export function RunDocument({ execution, title }: { execution: Execution; title: string }) {
  const address = `${basePath()}/api/v1/executions/${execution.id}/output`;
  // Without scripts. Of the same origin, so that its pictures are asked for with the session.
  if (execution.format === 'html')
    return (
      <iframe
        className={classes.frame}
        src={address}
        title={title}
        sandbox="allow-same-origin allow-popups"
      />
    );
  return <PdfOutput address={address} title={title} />;
}

function PdfOutput({ address, title }: { address: string; title: string }) {
  const output = useQuery({
    queryKey: ['run-output', address],
    queryFn: async ({ signal }) => {
      const response = await fetch(address, { signal });
      if (!response.ok) throw errorFromResponse(response, await response.json().catch(() => undefined));
      return response.arrayBuffer();
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (output.error) return <ErrorState error={output.error} retry={() => void output.refetch()} />;
  if (!output.data) return <LoadingRows rows={8} height={48} />;
  return <PdfDocument document={output.data} title={title} />;
}
