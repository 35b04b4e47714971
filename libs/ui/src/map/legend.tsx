import { tui } from '../i18n.ts';
import { readerLanguage } from './language.ts';
import type { LegendEntry } from './classify.ts';
import type { RasterLegend } from './types.ts';
import styles from './map.module.css';

/** Colours and their meaning. */
export function Legend({ entries, attribute }: { entries: LegendEntry[]; attribute: string | undefined }) {
  const labelled = entries.filter(({ label }) => label !== null);
  if (labelled.length === 0) {
    return <span className={styles.single} style={{ background: entries[0]?.color }} aria-hidden />;
  }
  return (
    <div className={styles.legend}>
      {attribute ? <span className={styles.legendTitle}>{attribute}</span> : null}
      <ul>
        {labelled.map(({ color, label }) => (
          <li key={label}>
            <span className={styles.swatch} style={{ background: color }} aria-hidden />
            {label}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** From the least to the greatest value of a raster. */
export function RasterRamp({ legend }: { legend: RasterLegend }) {
  const number = new Intl.NumberFormat(readerLanguage(), { maximumSignificantDigits: 5 });
  const text = (value: number) => [number.format(value), legend.unit].filter(Boolean).join(' ');
  const [minimum, maximum] = [text(legend.minimum), text(legend.maximum)];
  return (
    <div className={styles.ramp}>
      <span
        role="img"
        aria-label={tui('map.legendRange', { minimum, maximum })}
        style={{ background: `linear-gradient(to right, ${legend.colors.join(', ')})` }}
      />
      <div aria-hidden>
        <span>{minimum}</span>
        <span>{maximum}</span>
      </div>
    </div>
  );
}
