import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';
import { LoadingRows } from './loading-rows.tsx';

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  /** Skeleton rows while the query is pending, and their height in pixels. */
  rows?: number;
  height?: number;
  errorTitle?: string;
  children: (data: Data) => ReactNode;
}

/** What a query returned; until then skeleton rows, and its error with a Retry button. */
export function Loaded<Data>({ query, rows, height, errorTitle, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query;
  if (error) return <ErrorState error={error} title={errorTitle} retry={() => void refetch()} />;
  return data === undefined ? <LoadingRows rows={rows} height={height} /> : children(data);
}
