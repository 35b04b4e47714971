import { useState } from 'react';
import { IconPhoto, IconVector } from '@tabler/icons-react';
import { thumbnailHref, type DatasetSummary } from '../client.ts';
import styles from './datasets.module.css';

/** A picture of the data; a symbol of their kind where none can be drawn. */
export function Thumbnail({ dataset }: { dataset: DatasetSummary }) {
  const [broken, setBroken] = useState(false);
  const Symbol = dataset.type === 'raster' ? IconPhoto : IconVector;
  return (
    <span className={styles.thumbnail}>
      {broken ? (
        <Symbol size={20} stroke={1.5} aria-hidden />
      ) : (
        <img
          src={thumbnailHref(dataset.name, dataset.latest_version_id)}
          alt=""
          width={78}
          height={52}
          loading="lazy"
          onError={() => setBroken(true)}
        />
      )}
    </span>
  );
}
