import { CloseButton } from '@mantine/core';
import { tui } from '../i18n.ts';
import type { MapItem } from './types.ts';
import styles from './map.module.css';

interface ItemsPanelProps {
  items: MapItem[];
  onOpen: ((item: MapItem) => void) | undefined;
  onClose: () => void;
}

/** Everything whose outline holds the place that was picked: boxes overlap, so it may be several. */
export function ItemsPanel({ items, onOpen, onClose }: ItemsPanelProps) {
  const title = tui('map.itemsHere', { count: items.length });
  return (
    <section className={styles.side} aria-label={title}>
      <header className={styles.sideHead}>
        <strong>{title}</strong>
        <CloseButton size="sm" aria-label={tui('map.closePanel')} onClick={onClose} />
      </header>
      <ul className={styles.links}>
        {items.map((item) => (
          <li key={item.id}>
            <a
              href={item.url}
              onClick={(event) => {
                if (!onOpen || event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                onOpen(item);
              }}
            >
              {item.title}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
