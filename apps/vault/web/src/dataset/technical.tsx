import { CopyButton, FileSize, formatNumber, RelativeTime, t } from '@cairn/ui';
import type { TechnicalMetadata, Version } from '../client.ts';
import { Facts } from './facts.tsx';
import styles from './dataset.module.css';

/** The file of a version. */
export function FileFacts({ version }: { version: Version }) {
  return (
    <Facts
      entries={[
        [t('about.fileName'), version.file_name],
        [t('about.format'), version.format],
        [t('about.size'), <FileSize key="size" bytes={version.size} />],
        [
          t('about.uploaded'),
          <span key="uploaded">
            <RelativeTime value={version.created_at} />{' '}
            {version.created_by ? t('about.by', { name: version.created_by }) : null}
          </span>,
        ],
        [
          t('about.sha256'),
          <span key="sha256" className={styles.mono}>
            {version.sha256} <CopyButton value={version.sha256} label={t('about.copySha')} />
          </span>,
        ],
      ]}
    />
  );
}

/** Where the data lie. */
export function PlaceFacts({ technical }: { technical: TechnicalMetadata }) {
  const { crs, srid, extent, extent_wgs84: world } = technical;
  const code = crs?.authority && crs.code ? `${crs.authority}:${crs.code}` : srid ? `EPSG:${srid}` : null;
  const system = crs ? (
    <>
      {crs.name} {code ? <span className={styles.mono}>({code})</span> : null}
      {crs.assumed ? <div className={styles.note}>{t('about.crsAssumed')}</div> : null}
    </>
  ) : (
    t('about.noCrs')
  );
  return (
    <Facts
      entries={[
        [t('about.crs'), system],
        [t('about.extent'), extentText(world ?? extent, world ? '°' : '')],
      ]}
    />
  );
}

function extentText(extent: number[] | undefined, unit: string): string | null {
  if (!extent || extent.length !== 4) return null;
  const [west, south, east, north] = extent.map(
    (value) => `${formatNumber(Number(value.toFixed(4)))}${unit}`,
  );
  return `${west} – ${east}, ${south} – ${north}`;
}
