import type { DrawnLayer } from './overlays.ts';
import styles from './map.module.css';

/** The colours of a map's layers and their meaning, in a line below it; nothing where no attribute decides the colour. */
export function LegendStrip({ drawn }: { drawn: DrawnLayer[] }) {
  const colored = drawn.filter(
    ({ layer, coloring }) => layer.colorBy && coloring.legend.some(({ label }) => label),
  );
  if (colored.length === 0) return null;
  return (
    <div className={styles.strip} data-map-legend>
      {colored.map(({ layer, coloring }) => (
        <ul key={layer.id} aria-label={layer.colorBy}>
          <li className={styles.legendTitle} aria-hidden>
            {layer.colorBy}
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
