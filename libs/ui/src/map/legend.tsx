import { tui } from '../i18n.ts';
import { readerLanguage } from './language.ts';
import type { LegendEntry } from './classify.ts';
import type { RasterLegend } from './types.ts';
import styles from './map.module.css';

/** Colours and their meaning. */
export function Legend({
  entries,
  attribute,
  outlined = false,
}: {
  entries: LegendEntry[];
  attribute: string | undefined;
  outlined?: boolean | undefined;
}) {
  const labelled = entries.filter(({ label }) => label !== null);
  if (labelled.length === 0) {
    return <Swatch className={styles.single} color={entries[0]?.color} outlined={outlined} />;
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

interface SwatchProps {
  className: string | undefined;
  color: string | undefined;
  outlined: boolean | undefined;
}

/** How a layer of one colour is drawn. */
export function Swatch({ className, color, outlined }: SwatchProps) {
  const style = outlined
    ? { border: `2px solid ${color}`, boxSizing: 'border-box' as const }
    : { background: color };
  return <span className={className} style={style} aria-hidden />;
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
