import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Template } from '@cairn/report-engine/browser';
import { readerZone } from '../../explorer/chart/suggest.ts';
import { reportsApi } from '../../library/addresses.ts';
import { sendTemplate } from '../../library/template-request.ts';

/** A pause in the work after which the preview is drawn again. */
const PAUSE_MS = 700;

export interface PreviewRequest {
  template: Template;
  datasource: string | null;
  /** Values by name; those left out have their defaults. */
  parameters: Readonly<Record<string, string | string[]>>;
}

/** The first pages of a report with real rows, as PDF; the pages before stay until the next are there. */
export function usePreview(request: PreviewRequest, enabled = true) {
  const [settled] = useDebouncedValue(request, PAUSE_MS);
  return useQuery<ArrayBuffer>({
    queryKey: ['preview', settled],
    queryFn: async ({ signal }) =>
      (
        await sendTemplate(reportsApi('/preview'), {
          method: 'POST',
          body: { ...settled, time_zone: readerZone() },
          signal,
        })
      ).arrayBuffer(),
    enabled,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10_000,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  });
}
