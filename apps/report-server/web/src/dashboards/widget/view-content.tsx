import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { Skeleton } from '@mantine/core';
import { EmptyState, ErrorState, t } from '@cairn/ui';
import { useMetadata } from '../../explorer/queries.ts';
import type { WidgetProps, WidgetState } from './types.ts';
import { tableOf } from '../show/table-of.ts';
import { WidgetScope } from './widget-scope.tsx';
import styles from './widget.module.css';

const ChartWidget = lazy(async () => ({ default: (await import('./chart-widget.tsx')).ChartWidget }));
const MapWidget = lazy(async () => ({ default: (await import('./map-widget.tsx')).MapWidget }));
const TableWidget = lazy(async () => ({ default: (await import('./table-widget.tsx')).TableWidget }));

const KINDS = { chart: ChartWidget, map: MapWidget, table: TableWidget } as const;
const NOTHING: WidgetState = {};

type ViewContentProps = Pick<
  WidgetProps,
  'title' | 'filters' | 'linked' | 'onPick' | 'state' | 'onStateChange'
> & {
  view: Extract<WidgetProps['content'], { view: unknown }>['view'];
  /** Within the scope of what the view shows. */
  children?: ReactNode;
};

/** What a view shows, or why it shows nothing. */
export function ViewContent({ view, state, onStateChange, children, ...rest }: ViewContentProps) {
  const [own, setOwn] = useState(NOTHING);
  const ref = useMemo(() => tableOf(view), [view]);
  const metadata = useMetadata(ref);
  if (!view || !ref) return <EmptyState title={t('widget.deleted')} text={t('widget.deletedText')} />;
  if (metadata.error)
    return metadata.error.status === 404 || metadata.error.status === 403 ? (
      <EmptyState title={t('widget.closed')} text={metadata.error.message} />
    ) : (
      <ErrorState error={metadata.error} retry={() => void metadata.refetch()} />
    );
  const waiting = <Skeleton className={styles.waiting} role="status" aria-label={t('widget.loading')} />;
  if (!metadata.data) return waiting;
  const Kind = KINDS[view.kind];
  return (
    <WidgetScope
      view={view}
      source={{ ...ref, metadata: metadata.data }}
      state={state ?? own}
      onStateChange={onStateChange ?? setOwn}
      {...rest}
    >
      <Suspense fallback={waiting}>
        <Kind />
      </Suspense>
      {children}
    </WidgetScope>
  );
}
