import { t, useServiceJobs } from '@cairn/ui';
import styles from '../upload/upload.module.css';
import { ImportRow } from './import-row.tsx';
import type { RememberedImport } from './remembered-imports.ts';

/** Older ones are in the lists of datasets and versions. */
const MOST = 8;

interface ImportsProps {
  onAgain: (request: RememberedImport) => void;
}

/** The person's latest imports, also those that were started elsewhere or before the page was opened. */
export function Imports({ onAgain }: ImportsProps) {
  const { data: jobs = [] } = useServiceJobs();
  const imports = jobs
    .filter(
      ({ service, kind }) =>
        service === 'vault' && (kind.startsWith('import.') || kind === 'featuresvc.import'),
    )
    .slice(0, MOST);
  if (imports.length === 0) return null;
  return (
    <section className={styles.queue} aria-label={t('import.list')}>
      <div className={styles.queueHead}>
        <h2 className={styles.heading}>{t('import.list')}</h2>
      </div>
      <ul className={styles.rows}>
        {imports.map((job) => (
          <ImportRow key={job.id} job={job} onAgain={onAgain} />
        ))}
      </ul>
    </section>
  );
}
