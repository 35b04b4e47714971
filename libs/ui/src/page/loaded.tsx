import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isRefused } from '../api/api-error.ts';
import { ErrorState } from './error-state.tsx';
import { LoadingRows } from './loading-rows.tsx';
import { NotUpdated } from './not-updated.tsx';

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  /** Skeleton rows while the query is pending, and their height in pixels. */
  rows?: number;
  height?: number;
  errorTitle?: string;
  children: (data: Data) => ReactNode;
}

/**
 * What a query returned; until then skeleton rows, and its error with a Retry button. What was loaded before stays, with
 * a note, while it cannot be loaded again.
 */
export function Loaded<Data>({ query, rows, height, errorTitle, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query;
  const retry = () => void refetch();
  if (error && (data === undefined || isRefused(error)))
    return <ErrorState error={error} title={errorTitle} retry={retry} />;
  if (data === undefined) return <LoadingRows rows={rows} height={height} />;
  return (
    <>
      {error ? <NotUpdated error={error} retry={retry} /> : null}
      {children(data)}
    </>
  );
}
