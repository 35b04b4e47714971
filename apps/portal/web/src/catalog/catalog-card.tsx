import { RelativeTime, ServiceLink, t, Thumbnail } from '@cairn/ui';
import type { CatalogItem } from '../client.ts';
import classes from './catalog.module.css';
import { StaleBadge } from './stale-badge.tsx';

interface Props {
  item: CatalogItem;
  onTag: (tag: string) => void;
}

/** A catalog entry with its picture. */
export function CatalogCard({ item, onTag }: Props) {
  return (
    <li className={classes.card}>
      <Thumbnail kind={item.type} src={item.thumbnail} seed={item.title} />
      <div className={classes.body}>
        <ServiceLink className={classes.title} href={item.url}>
          {item.title}
        </ServiceLink>
        {item.description && <p className={classes.text}>{item.description}</p>}
        <div className={classes.meta}>
          {item.stale && <StaleBadge />}
          {(item.tags ?? []).slice(0, 3).map((tag) => (
            <button
              key={tag}
              type="button"
              className={classes.tag}
              onClick={() => onTag(tag)}
              title={t('catalog.byTag', { tag })}
            >
              {tag}
            </button>
          ))}
          {item.updated_at && (
            <span style={{ marginLeft: 'auto', position: 'relative', zIndex: 1 }}>
              <RelativeTime value={item.updated_at} />
            </span>
          )}
        </div>
      </div>
    </li>
  );
}
