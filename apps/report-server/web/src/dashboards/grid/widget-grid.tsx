import type { CSSProperties, ReactNode, Ref } from 'react';
import { COLUMNS, sortLayout } from './layout.ts';
import type { DashboardItem } from '../types.ts';
import styles from './grid.module.css';

interface WidgetGridProps {
  layout: DashboardItem[];
  /** One widget. */
  children: (item: DashboardItem) => ReactNode;
  /** Id of the widget that is being moved. */
  movingId?: string | null | undefined;
  ref?: Ref<HTMLDivElement> | undefined;
}

/** Widgets at their places, in the order in which they are read; below each other where there is no room. */
export function WidgetGrid({ layout, children, movingId, ref }: WidgetGridProps) {
  return (
    <div ref={ref} className={styles.grid} style={{ '--columns': COLUMNS } as CSSProperties} data-widget-grid>
      {sortLayout(layout).map((item) => (
        <div
          key={item.id}
          className={styles.item}
          style={placeStyle(item)}
          data-widget={item.id}
          data-place={`${item.x} ${item.y} ${item.w} ${item.h}`}
          data-moving={item.id === movingId || undefined}
        >
          {children(item)}
        </div>
      ))}
    </div>
  );
}

function placeStyle({ x, y, w, h }: DashboardItem): CSSProperties {
  return { '--x': x + 1, '--y': y + 1, '--w': w, '--h': h } as CSSProperties;
}
