import { RelativeTime, ServiceLink, t, Thumbnail } from '@cairn/ui';
import type { CatalogItem } from '../client.ts';
import classes from './catalog.module.css';
import { StaleBadge } from './stale-badge.tsx';

interface Props {
  item: CatalogItem;
}

/** A catalog entry on one line. */
export function CatalogLine({ item }: Props) {
  const kind = t(`cardType.${item.type}`, { defaultValue: item.type });
  return (
    <li className={classes.line}>
      <Thumbnail kind={item.type} src={item.thumbnail} seed={item.title} small />
      <div className={classes.lineWords}>
        <ServiceLink className={classes.title} href={item.url}>
          {item.title}
        </ServiceLink>{' '}
        {item.stale && <StaleBadge />}
        <p className={classes.text} style={{ WebkitLineClamp: 1 }}>
          {item.description || item.category || kind}
        </p>
      </div>
      <div className={classes.lineMeta}>
        <div>{[kind, item.category].filter(Boolean).join(' · ')}</div>
        <RelativeTime value={item.updated_at} />
      </div>
    </li>
  );
}
