import { useQuery, useQueryClient } from '@tanstack/react-query';
import { notifyError, notifyUndo, requestJson, t, type ApiError } from '@cairn/ui';
import { reportApi, reportsApi } from './addresses.ts';
import type { Report, ReportSummary } from './types.ts';

export const reportsKey = ['reports'];

export function useReports(archived: boolean) {
  return useQuery<ReportSummary[], ApiError>({
    queryKey: [...reportsKey, archived ? 'archived' : 'all'],
    queryFn: async ({ signal }) =>
      (
        await requestJson<{ reports: ReportSummary[] }>(reportsApi(archived ? '?archived=only' : ''), {
          signal,
        })
      ).reports,
  });
}

export function useReport(key: string | undefined) {
  return useQuery<Report, ApiError>({
    queryKey: [...reportsKey, 'one', key],
    queryFn: ({ signal }) => requestJson<Report>(reportApi(key ?? ''), { signal }),
    enabled: key !== undefined,
    // The builder holds its own state; a newer version is reported when it saves.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Archiving can be undone, so it does not ask first. */
export function useArchive() {
  const queries = useQueryClient();
  async function change(address: string, method: string): Promise<boolean> {
    try {
      await requestJson(address, { method });
      return true;
    } catch (error) {
      notifyError(error);
      return false;
    } finally {
      await queries.invalidateQueries({ queryKey: reportsKey });
    }
  }
  const archive = async ({ key, title }: ReportSummary): Promise<void> => {
    if (await change(reportApi(key), 'DELETE'))
      notifyUndo(t('library.archived', { title }), () => void change(reportApi(key, '/restore'), 'POST'));
  };
  const restore = async ({ key, title }: ReportSummary): Promise<void> => {
    if (await change(reportApi(key, '/restore'), 'POST'))
      notifyUndo(t('library.restored', { title }), () => void change(reportApi(key), 'DELETE'));
  };
  return { archive, restore };
}
