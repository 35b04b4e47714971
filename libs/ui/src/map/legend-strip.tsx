import { tui } from '../i18n.ts';
import { Swatch } from './legend.tsx';
import type { DrawnLayer } from './overlays.ts';
import styles from './map.module.css';

/**
 * The colours of a map's layers and their meaning, in lines below it. One layer of one colour needs none; beside others it is named.
 */
export function LegendStrip({ drawn }: { drawn: DrawnLayer[] }) {
  const shown = drawn.filter(({ visible }) => visible);
  const plain = shown.filter(({ layer }) => !layer.colorBy);
  const colored = shown.filter(
    ({ layer, coloring }) => layer.colorBy && coloring.legend.some(({ label }) => label),
  );
  if (colored.length === 0 && shown.length < 2) return null;
  return (
    <div className={styles.strip} data-map-legend>
      {plain.length > 0 && shown.length > 1 ? (
        <ul aria-label={tui('map.layers')}>
          {plain.map(({ layer, coloring }) => (
            <li key={layer.id}>
              <Swatch className={styles.swatch} color={coloring.legend[0]?.color} outlined={layer.outlined} />
              {layer.title}
            </li>
          ))}
        </ul>
      ) : null}
      {colored.map(({ layer, coloring }) => (
        <ul key={layer.id} aria-label={layer.legendTitle ?? layer.colorBy}>
          <li className={styles.legendTitle} aria-hidden>
            {layer.legendTitle ?? layer.colorBy}
          </li>
          {coloring.legend.map(({ color, label }) => (
            <li key={label}>
              <span className={styles.swatch} style={{ background: color }} aria-hidden />
              {label}
            </li>
          ))}
        </ul>
      ))}
    </div>
  );
}
