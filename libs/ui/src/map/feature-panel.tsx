import { CloseButton } from '@mantine/core';
import { tui } from '../i18n.ts';
import { displayName, displayValue } from './attributes.ts';
import type { FeatureDetails, FeatureHit } from './types.ts';
import styles from './map.module.css';

interface FeaturePanelProps {
  hit: FeatureHit;
  details: FeatureDetails | undefined;
  onClose: () => void;
}

/** The attributes of the feature that was picked. */
export function FeaturePanel({ hit, details, onClose }: FeaturePanelProps) {
  const properties = details?.properties ?? hit.feature.properties ?? {};
  const attributes = Object.entries(properties);
  const problem = attributes.length === 0 ? details?.problem : undefined;
  const nothing = attributes.length === 0 && !details?.loading && !problem;
  return (
    <section
      className={styles.side}
      aria-label={tui('map.attributes')}
      aria-busy={details?.loading === true}
      data-map-attributes
    >
      <header className={styles.sideHead}>
        <strong>{displayName({ ...hit.feature, properties }, hit.id)}</strong>
        <CloseButton size="sm" aria-label={tui('map.closePanel')} onClick={onClose} />
      </header>
      {problem ? (
        <p className={styles.quiet} role="alert">
          {problem}
        </p>
      ) : null}
      {nothing ? <p className={styles.quiet}>{tui('map.noAttributes')}</p> : null}
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
      {details?.actions ? <footer className={styles.sideFoot}>{details.actions}</footer> : null}
    </section>
  );
}
