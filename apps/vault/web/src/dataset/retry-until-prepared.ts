import { ApiError } from '@cairn/ui';

/** The server profiles a file and creates its tiles and previews once; until then it answers 503. */
export const retryUntilPrepared = {
  retry: (count: number, error: Error) => {
    if (error instanceof ApiError && error.status === 503) return count < 200;
    return error instanceof ApiError && [0, 502, 504].includes(error.status) && count < 1;
  },
  retryDelay: 2_500,
};
