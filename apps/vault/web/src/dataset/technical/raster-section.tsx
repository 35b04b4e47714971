import { Facts, formatNumber, t } from '@cairn/ui';
import type { Band, TechnicalMetadata } from '../../client.ts';
import styles from '../dataset.module.css';

type Raster = NonNullable<TechnicalMetadata['raster']>;

/** Size and bands of a raster. */
export function RasterSection({ raster }: { raster: Raster }) {
  const overviews = raster.bands[0]?.overviews?.map((size) => size.join(' × ')).join(', ');
  return (
    <section className={`${styles.section} ${styles.wide}`}>
      <h2>{t('about.raster')}</h2>
      <Facts
        entries={[
          [t('about.pixels'), `${formatNumber(raster.width)} × ${formatNumber(raster.height)}`],
          [t('about.pixelSize'), raster.pixel_size?.map((size) => formatNumber(Math.abs(size))).join(' × ')],
          [t('about.compression'), raster.compression],
          [t('about.overviews'), overviews],
        ]}
      />
      <h3>{t('about.bands')}</h3>
      <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('about.bands')}>
        <table className={styles.fields}>
          <thead>
            <tr>
              <th scope="col">{t('about.band')}</th>
              <th scope="col">{t('about.type')}</th>
              <th scope="col">{t('about.colour')}</th>
              {(['minimum', 'maximum', 'mean', 'deviation', 'nodata'] as const).map((name) => (
                <th key={name} scope="col" className={styles.right}>
                  {t(`about.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {raster.bands.map((band) => (
              <BandRow key={band.band} band={band} />
            ))}
          </tbody>
        </table>
      </div>
      {raster.bands.some((band) => band.statistics_approximate) ? (
        <p className={styles.note}>{t('about.approximate')}</p>
      ) : null}
    </section>
  );
}

function BandRow({ band }: { band: Band }) {
  const text = (value: number | string | undefined) =>
    typeof value === 'number' ? formatNumber(Number(value.toPrecision(6))) : (value ?? '–');
  const unit = band.unit ? ` (${band.unit})` : '';
  return (
    <tr>
      <td>{`${band.band}${band.description ? `: ${band.description}` : ''}${unit}`}</td>
      <td>{band.data_type}</td>
      <td>{band.color_interpretation}</td>
      <td className={styles.right}>{text(band.minimum)}</td>
      <td className={styles.right}>{text(band.maximum)}</td>
      <td className={styles.right}>{text(band.mean)}</td>
      <td className={styles.right}>{text(band.std_dev)}</td>
      <td className={styles.right}>{text(band.nodata)}</td>
    </tr>
  );
}
