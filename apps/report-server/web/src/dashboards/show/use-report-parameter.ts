import { useApi } from '@cairn/ui';
import { reportServer } from '../../client.ts';
import type { ParameterDescriptor } from '../../viewer/types.ts';
import type { Dashboard } from '../types.ts';

/** A parameter of a report as forms show it. */
export interface ReportParameter {
  report: string;
  parameter: ParameterDescriptor;
}

/** A parameter of which no report says more: any texts. */
export function anyTexts(name: string, isMultiple = true): ReportParameter {
  const unknown = { default: null, depends_on: [], options: null };
  const flags = { required: false, hidden: false, lookup: false, free: true };
  return {
    report: '',
    parameter: { name, label: name, type: 'text', multiple: isMultiple, ...flags, ...unknown },
  };
}

export function useReportConfig(report: string | undefined) {
  return useApi(
    ['report-config', report],
    (signal) =>
      reportServer.GET('/api/v1/reports/{key}/config', { params: { path: { key: report ?? '' } }, signal }),
    { enabled: report !== undefined, staleTime: 60_000 },
  );
}

/** What the first report that takes a parameter of a dashboard says of it. */
export function useReportParameter(
  { views }: Pick<Dashboard, 'views'>,
  name: string,
  { widgets }: Dashboard['parameters'][string],
): ReportParameter {
  const [widget, target] = Object.entries(widgets).find(([id]) => views[id]?.source.report) ?? [];
  const report = views[widget ?? '']?.source.report;
  const config = useReportConfig(report).data;
  const parameter = config?.parameters.find((each) => each.name === target);
  return report !== undefined && parameter ? { report, parameter } : anyTexts(name);
}
