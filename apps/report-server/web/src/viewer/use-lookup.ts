import { unwrap } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { reportServer } from '../client.ts';
import type { LookupResult, Option, ParameterDescriptor, ParameterValues } from './types.ts';

interface Lookup {
  options: Option[];
  truncated: boolean;
  /** Names of parameters whose values are needed first. */
  needs: string[];
  isLoading: boolean;
  error: unknown;
}

/** The options of a parameter: its own list, or those that its lookup returns for the values that it depends on. */
export function useLookup(
  report: string,
  parameter: ParameterDescriptor,
  { values, search }: { values: ParameterValues; search: string },
): Lookup {
  const { name, lookup, depends_on: dependsOn, options } = parameter;
  const params = Object.fromEntries(
    dependsOn.flatMap((each) => {
      const texts = (values[each] ?? []).filter((text) => text !== '');
      return texts.length === 0 ? [] : [[each, texts.length === 1 ? texts[0] : texts]];
    }),
  );
  const query = useQuery<LookupResult>({
    queryKey: ['lookup', report, name, params, search],
    enabled: lookup,
    // Options of another country would be wrong ones to choose from; those of another search are not.
    placeholderData: (previous, query) =>
      JSON.stringify(query?.queryKey[3]) === JSON.stringify(params) ? previous : undefined,
    queryFn: ({ signal }) =>
      unwrap(
        reportServer.POST('/api/v1/reports/{key}/parameters/{name}/lookup', {
          params: { path: { key: report, name } },
          body: { params, limit: 200, ...(search ? { q: search } : {}) },
          signal,
        }),
      ),
  });
  if (!lookup) return { options: options ?? [], truncated: false, needs: [], isLoading: false, error: null };
  const { data, isLoading, error } = query;
  return {
    options: data?.options ?? [],
    truncated: data?.truncated ?? false,
    needs: data?.needs ?? dependsOn.filter((each) => !(each in params)),
    isLoading,
    error,
  };
}
