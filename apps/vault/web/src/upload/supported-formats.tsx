import { t } from '@cairn/ui';
import styles from './upload.module.css';

const KINDS = [
  ['gpkg', '.gpkg'],
  ['zip', '.zip'],
  ['geojson', '.geojson, .json'],
  ['tiff', '.tif, .tiff'],
] as const;

/** The kinds of files that the vault takes, in words. */
export function SupportedFormats() {
  return (
    <section>
      <h2 className={styles.heading}>{t('upload.kindsTitle')}</h2>
      <ul className={styles.kinds}>
        {KINDS.map(([kind, extensions]) => (
          <li key={kind}>
            <strong>{t(`upload.${kind}`)}</strong> <code>{extensions}</code>
            <p>{t(`upload.${kind}Text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
