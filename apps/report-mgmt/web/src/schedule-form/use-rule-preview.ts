import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { unwrap, type ApiError } from '@cairn/ui';
import { reportMgmt, type SchedulePreview } from '../client.ts';
import { toFormFields, type ScheduleValues } from './fields.ts';

const TYPING_MS = 250;
const REFRESH_MS = 60_000;

/** What the fields mean: the rule as a sentence, its next runs, and what could not be saved. Follows the typing. */
export function useRulePreview(values: ScheduleValues) {
  const [fields] = useDebouncedValue(JSON.stringify(toFormFields(values)), TYPING_MS);
  const query = useQuery<SchedulePreview, ApiError>({
    queryKey: ['schedule-preview', fields],
    queryFn: ({ signal }) =>
      unwrap(
        reportMgmt.POST('/api/v1/schedules/preview', {
          signal,
          body: JSON.parse(fields) as Record<string, string>,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
    gcTime: REFRESH_MS,
  });
  const isCurrent = fields === JSON.stringify(toFormFields(values)) && !query.isPlaceholderData;
  return { ...query, isCurrent };
}
