import { formatDay, formatNumber, t } from '@cairn/ui';
import type { Field, Layer } from '../../client.ts';
import { amountOf, kindOf } from '../../datasets/kind.ts';
import styles from '../dataset.module.css';

/** The layers of a vector file with their fields and value ranges. */
export function LayersSection({ layers }: { layers: Layer[] }) {
  return (
    <section className={`${styles.section} ${styles.wide}`}>
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
  const label = t('about.fields', { layer: layer.name });
  const ranged = layer.fields.some(({ minimum }) => minimum !== undefined);
  const counted = layer.fields.some(({ null_count: nulls }) => nulls !== undefined);
  return (
    <>
      <h3>{layer.name}</h3>
      <p className={styles.note}>{facts}</p>
      <div className={styles.scroll} tabIndex={0} role="group" aria-label={label}>
        <table className={styles.fields} aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{t('about.field')}</th>
              <th scope="col">{t('about.type')}</th>
              {ranged ? (
                <>
                  <th scope="col" className={styles.right}>
                    {t('about.minimum')}
                  </th>
                  <th scope="col" className={styles.right}>
                    {t('about.maximum')}
                  </th>
                </>
              ) : null}
              {counted ? (
                <th scope="col" className={styles.right}>
                  {t('about.nulls')}
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {layer.fields.map((field) => (
              <tr key={field.name}>
                <td className={styles.mono}>{field.name}</td>
                <td>{field.width ? `${typeName(field)} (${field.width})` : typeName(field)}</td>
                {ranged ? (
                  <>
                    <td className={styles.right}>{bound(field.minimum, field)}</td>
                    <td className={styles.right}>{bound(field.maximum, field)}</td>
                  </>
                ) : null}
                {counted ? (
                  <td className={styles.right}>
                    {field.null_count === undefined ? '–' : formatNumber(field.null_count)}
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** Types that people may know under another name are shown as the file names them. */
function typeName({ type }: Field): string {
  return t(`table.types.${type}`, { defaultValue: type });
}

function bound(value: Field['minimum'], { type }: Field): string {
  if (value === undefined) return '–';
  if (typeof value === 'number') return formatNumber(Number(value.toPrecision(8)));
  const day = type === 'date' ? new Date(`${value.slice(0, 10)}T00:00:00`) : null;
  return day && !Number.isNaN(day.getTime()) ? formatDay(day) : value;
}
