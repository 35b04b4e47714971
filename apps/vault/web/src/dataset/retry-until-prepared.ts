import { ApiError } from '@cairn/ui';

/** What a file holds is read once, and tiles and previews are made once; until then the server answers 503. */
export const retryUntilPrepared = {
  retry: (count: number, error: Error) => {
    if (error instanceof ApiError && error.status === 503) return count < 200;
    return error instanceof ApiError && [0, 502, 504].includes(error.status) && count < 1;
  },
  retryDelay: 2_500,
};
