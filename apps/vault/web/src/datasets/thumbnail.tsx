import { useState } from 'react';
import { IconPhoto, IconVector } from '@tabler/icons-react';
import { thumbnailHref } from '../addresses.ts';
import type { DatasetSummary } from '../client.ts';
import styles from './datasets.module.css';

interface ThumbnailProps {
  dataset: DatasetSummary;
  /** Full width of a card, instead of next to a name. */
  large?: boolean;
}

/** A picture of the data; a symbol of their kind where none can be drawn. */
export function Thumbnail({ dataset, large = false }: ThumbnailProps) {
  const [state, setState] = useState<'loading' | 'drawn' | 'broken'>('loading');
  const Symbol = dataset.type === 'raster' ? IconPhoto : IconVector;
  return (
    <span className={large ? styles.picture : styles.thumbnail} data-state={state} data-type={dataset.type}>
      {state === 'broken' ? (
        <Symbol size={large ? 32 : 20} stroke={1.5} aria-hidden />
      ) : (
        <img
          src={thumbnailHref(dataset.name, dataset.latest_version_id)}
          alt=""
          width={large ? 240 : 78}
          height={large ? 160 : 52}
          loading="lazy"
          decoding="async"
          onLoad={() => setState('drawn')}
          onError={() => setState('broken')}
        />
      )}
    </span>
  );
}
