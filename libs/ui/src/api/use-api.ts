import {
  useMutation,
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { notifications } from '@mantine/notifications';
import { ApiError, isRefused, sentenceOf } from './api-error.ts';
import { unwrap } from './request.ts';

type Answer<Data> = Promise<{ data?: Data; error?: unknown; response: Response }>;

interface ReadOptions<Data> {
  enabled?: boolean;
  staleTime?: number;
  /** In milliseconds; a function decides by what was read last. Ends when the server refuses. */
  refetchInterval?: number | false | ((data: Data | undefined) => number | false);
  keepPrevious?: boolean;
}

/** Reads through a typed client: `useApi(['users', search], () => portal.GET('/api/admin/users', …))`. */
export function useApi<Data>(
  key: QueryKey,
  call: (signal: AbortSignal) => Answer<Data>,
  options: ReadOptions<Data> = {},
): UseQueryResult<Data, ApiError> {
  const { keepPrevious, refetchInterval = false, ...rest } = options;
  return useQuery<Data, ApiError>({
    queryKey: key,
    queryFn: ({ signal }) => unwrap(call(signal)),
    refetchInterval: ({ state }) => {
      if (isRefused(state.error)) return false;
      return typeof refetchInterval === 'function' ? refetchInterval(state.data) : refetchInterval;
    },
    ...(keepPrevious ? { placeholderData: (previous: Data | undefined) => previous as never } : {}),
    ...rest,
  });
}

interface ChangeOptions<Input, Data> {
  /** Query keys whose data are old after the change. */
  refresh?: QueryKey[];
  /** Sentence shown when the change has been made. */
  done?: string | ((data: Data, input: Input) => string);
  /** Set when the caller shows errors itself, at fields for instance. */
  quiet?: boolean;
  onDone?: (data: Data, input: Input) => void;
  /** Whether, and after how many milliseconds, to try again. Only for changes that may be made twice. */
  retry?: (count: number, error: Error) => boolean;
  retryDelay?: number;
}

/** Changes something through a typed client; refreshes what it touched and says so. */
export function useChange<Input, Data>(
  call: (input: Input) => Answer<Data>,
  options: ChangeOptions<Input, Data> = {},
): UseMutationResult<Data, ApiError, Input> {
  const queries = useQueryClient();
  return useMutation<Data, ApiError, Input>({
    mutationFn: (input) => unwrap(call(input)),
    retry: options.retry ?? false,
    ...(options.retryDelay === undefined ? {} : { retryDelay: options.retryDelay }),
    onSuccess: async (data, input) => {
      const sentence = typeof options.done === 'function' ? options.done(data, input) : options.done;
      if (sentence) notifications.show({ message: sentence });
      options.onDone?.(data, input);
      await Promise.all((options.refresh ?? []).map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
    onError: (error) => {
      if (!options.quiet) notifyError(error);
    },
  });
}

/** Shows what went wrong, with the request id once, when the server gave one. */
export function notifyError(error: unknown): void {
  const id = error instanceof ApiError ? error.requestId : undefined;
  const sentence = sentenceOf(error);
  notifications.show({
    color: 'red',
    role: 'alert',
    autoClose: 12_000,
    message: id && !sentence.includes(id) ? `${sentence} (${id})` : sentence,
  });
}
