import type { ReportServerOperations } from '@cairn/contracts';
import type { Handlers } from '@cairn/service';
import type { ReportDataService } from './service.ts';

export function reportDataRoutes({
  reportData,
}: {
  reportData: ReportDataService;
}): Handlers<ReportServerOperations, 'queryReport' | 'mapExtent'> {
  return {
    queryReport: ({ body }, actor, { signal }) => reportData.query(actor, body, signal),
    mapExtent: ({ path, openQuery }, actor, { signal }) =>
      reportData.mapExtent(actor, { key: path.key, parameters: toTexts(openQuery), signal }),
  };
}

function toTexts(fields: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, [...values]]));
}
