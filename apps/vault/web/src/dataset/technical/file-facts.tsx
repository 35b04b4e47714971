import { Button } from '@mantine/core';
import { CopyButton, Facts, FileSize, RelativeTime, formatNumber, t, useUrlState } from '@cairn/ui';
import type { TechnicalMetadata, Version } from '../../client.ts';
import styles from '../dataset.module.css';

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
          version.sha256 ? (
            <span key="sha256" className={styles.mono}>
              {version.sha256} <CopyButton value={version.sha256} label={t('about.copySha')} />
            </span>
          ) : null,
        ],
      ]}
    />
  );
}

/** Coordinate system and bounding box. */
export function LocationFacts({
  technical,
  maySetCrs,
}: {
  technical: TechnicalMetadata;
  maySetCrs: boolean;
}) {
  const [, setPanel] = useUrlState('panel');
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
        [
          t('about.crs'),
          <div key="crs">
            {system}{' '}
            {maySetCrs ? (
              <Button size="compact-xs" variant="subtle" onClick={() => setPanel('crs')}>
                {t('crs.set')}
              </Button>
            ) : null}
            {technical.format === 'GeoJSON' ? <div className={styles.note}>{t('crs.geoJson')}</div> : null}
          </div>,
        ],
        [t('about.extent'), world ? degrees(world) : plainExtent(extent)],
      ]}
    />
  );
}

/** "84.42° W – 84.07° W, 36.15° N – 36.45° N" */
function degrees(extent: number[]): string {
  const text = (value: number, [positive, negative]: [string, string]) =>
    `${formatNumber(Number(Math.abs(value).toFixed(4)))}° ${value < 0 ? negative : positive}`;
  const [west = 0, south = 0, east = 0, north = 0] = extent;
  const [x, y] = [['E', 'W'] as [string, string], ['N', 'S'] as [string, string]];
  return `${text(west, x)} – ${text(east, x)}, ${text(south, y)} – ${text(north, y)}`;
}

function plainExtent(extent: number[] | undefined): string | null {
  if (!extent) return null;
  const [left, bottom, right, top] = extent.map((value) => formatNumber(Number(value.toFixed(4))));
  return `${left} – ${right}, ${bottom} – ${top}`;
}
