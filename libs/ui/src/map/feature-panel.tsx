import { CloseButton } from '@mantine/core';
import { tui } from '../i18n.ts';
import { displayName, displayValue } from './attributes.ts';
import type { FeatureHit } from './types.ts';
import styles from './map.module.css';

interface FeaturePanelProps {
  hit: FeatureHit;
  onClose: () => void;
}

/** The attributes of the feature that was picked. */
export function FeaturePanel({ hit, onClose }: FeaturePanelProps) {
  const attributes = Object.entries(hit.feature.properties ?? {});
  return (
    <section className={styles.side} aria-label={tui('map.attributes')} data-map-attributes>
      <header className={styles.sideHead}>
        <strong>{displayName(hit.feature, hit.id)}</strong>
        <CloseButton size="sm" aria-label={tui('map.closePanel')} onClick={onClose} />
      </header>
      {attributes.length === 0 ? <p className={styles.quiet}>{tui('map.noAttributes')}</p> : null}
      {/* it scrolls, so the keyboard must be able to reach it */}
      <div className={styles.sideBody} tabIndex={0} role="group" aria-label={tui('map.attributes')}>
        <dl className={styles.attributes}>
          {attributes.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{displayValue(value)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
