import { unwrap } from '@cairn/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { reportServer } from '../../client.ts';
import { missingParameters } from '../../viewer/parameter-values.ts';
import { textsOfParameters } from '../parameters.ts';
import type { Embedding } from '../use-embedding.ts';

/** What the report asks for, and whether its values are there. */
export function useReportConfig(key: string, { parameters, revision }: Embedding) {
  const config = useQuery({
    queryKey: ['config', key, revision],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      unwrap(reportServer.GET('/embed/api/reports/{key}/config', { params: { path: { key } }, signal })),
  });
  const missing = config.data
    ? missingParameters(withDefaults(config.data, parameters), config.data.parameters)
    : [];
  return { config, isReady: config.isSuccess && missing.length === 0, isMissing: missing.length > 0 };
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
