import { requestJson, type ApiError } from '@cairn/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { hrefOf } from '../addresses.ts';
import type { ReportConfig } from '../client.ts';

/** A report with its parameters; their options are those for the values of their parents. */
export function useConfig(report: string, parents: URLSearchParams) {
  const fields = new URLSearchParams(parents);
  fields.set('report', report);
  return useQuery<ReportConfig, ApiError>({
    queryKey: ['report-config', report, parents.toString()],
    queryFn: ({ signal }) =>
      requestJson<ReportConfig>(hrefOf(`/reports/get_report_config.php?${fields}`), { signal }),
    placeholderData: keepPreviousData,
  });
}
