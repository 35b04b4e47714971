import { Component, lazy, Suspense, type ReactNode } from 'react';
import { Skeleton } from '@mantine/core';
import { tui } from '../i18n.ts';
import { MapCannotDraw } from './map-problem.tsx';
import type { MapViewProps } from './types.ts';
import styles from './map.module.css';

const MapCanvas = lazy(() => import('./map-canvas.tsx').then((module) => ({ default: module.MapCanvas })));

/**
 * A map on the background that ships with the platform. Coordinates are longitude, latitude in
 * degrees (WGS 84). The map library loads when the first map is shown; a map that cannot be drawn
 * says why in its place.
 */
export function MapView(props: MapViewProps) {
  const height = props.height ?? 'clamp(340px, 62vh, 720px)';
  const failed = (
    <div className={styles.frame} style={{ height }}>
      <MapCannotDraw sentence={tui('map.failed')} />
    </div>
  );
  return (
    <MapBoundary fallback={failed}>
      <Suspense
        fallback={<Skeleton height={height} radius="md" role="status" aria-label={tui('map.loading')} />}
      >
        <MapCanvas {...props} />
      </Suspense>
    </MapBoundary>
  );
}

interface BoundaryProps {
  fallback: ReactNode;
  children: ReactNode;
}

/** A map that breaks, or whose code cannot be fetched, must not take the page with it. */
class MapBoundary extends Component<BoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    return this.state.broken ? this.props.fallback : this.props.children;
  }
}
