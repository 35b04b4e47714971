import { useApi } from '@cairn/ui';
import { reportServer, type AnalysisCapability } from '../../client.ts';

/** The analyses that the server offers, with their limits. */
export function useCapabilities() {
  return useApi(
    ['analysis', 'capabilities'],
    (signal) => reportServer.GET('/api/v1/explorer/spatial-analysis/capabilities', { signal }),
    { staleTime: 60 * 60_000 },
  );
}

/** In the order of the server, by their headings. */
export function groupsOf(analyses: AnalysisCapability[]): [string, AnalysisCapability[]][] {
  return [...Map.groupBy(analyses, ({ group }) => group)];
}
