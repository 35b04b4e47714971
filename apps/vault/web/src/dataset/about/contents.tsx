import { formatNumber, t } from '@cairn/ui';
import type { Band, Layer, TechnicalMetadata } from '../../client.ts';
import { amountOf, kindOf } from '../../datasets/kind.ts';
import { Facts } from './facts.tsx';
import styles from '../dataset.module.css';

/** The layers of a vector file with their fields. */
export function LayersSection({ layers }: { layers: Layer[] }) {
  return (
    <section className={styles.section}>
      <h2>{t('about.layers')}</h2>
      {layers.map((layer) => (
        <LayerFields key={layer.name} layer={layer} />
      ))}
    </section>
  );
}

function LayerFields({ layer }: { layer: Layer }) {
  const described = {
    type: 'vector' as const,
    geometry_type: layer.geometry_type,
    feature_count: layer.feature_count,
  };
  const facts = t('about.layerFacts', { kind: kindOf(described), features: amountOf(described) });
  return (
    <>
      <h3>{layer.name}</h3>
      <p className={styles.note}>{facts}</p>
      <table className={styles.fields} aria-label={t('about.fields', { layer: layer.name })}>
        <thead>
          <tr>
            <th scope="col">{t('about.field')}</th>
            <th scope="col">{t('about.type')}</th>
          </tr>
        </thead>
        <tbody>
          {layer.fields.map((field) => (
            <tr key={field.name}>
              <td className={styles.mono}>{field.name}</td>
              <td>{field.width ? `${field.type} (${field.width})` : field.type}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Size and bands of a raster. */
export function RasterSection({ raster }: { raster: NonNullable<TechnicalMetadata['raster']> }) {
  return (
    <section className={styles.section}>
      <h2>{t('about.raster')}</h2>
      <Facts
        entries={[
          [t('about.pixels'), `${formatNumber(raster.width)} × ${formatNumber(raster.height)}`],
          [t('about.pixelSize'), raster.pixel_size?.map((size) => formatNumber(Math.abs(size))).join(' × ')],
          [t('about.compression'), raster.compression],
        ]}
      />
      <h3>{t('about.bands')}</h3>
      <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('about.bands')}>
        <table className={styles.fields}>
          <thead>
            <tr>
              <th scope="col">{t('about.band')}</th>
              <th scope="col">{t('about.type')}</th>
              {(['minimum', 'maximum', 'mean', 'nodata'] as const).map((name) => (
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
    </section>
  );
}

function BandRow({ band }: { band: Band }) {
  const text = (value: number | string | undefined) =>
    typeof value === 'number' ? formatNumber(Number(value.toPrecision(6))) : (value ?? '–');
  return (
    <tr>
      <td>{band.description ? `${band.band}: ${band.description}` : band.band}</td>
      <td>{band.data_type}</td>
      <td className={styles.right}>{text(band.minimum)}</td>
      <td className={styles.right}>{text(band.maximum)}</td>
      <td className={styles.right}>{text(band.mean)}</td>
      <td className={styles.right}>{text(band.nodata)}</td>
    </tr>
  );
}
