import { IconBookmark } from '@tabler/icons-react';
import { RelativeTime, ServiceLink, basePath, t } from '@cairn/ui';
import { useViews } from '../views/use-views.ts';
import { viewSearch } from '../views/view-state.ts';
import styles from './start.module.css';

/** The user's saved views, to go on where they left off. */
export function ViewCards() {
  const { views = [] } = useViews();
  const known = views.flatMap((view) => {
    const search = viewSearch(view);
    return search ? [{ view, search }] : [];
  });
  if (known.length === 0) return null;
  return (
    <section className={styles.group} aria-labelledby="saved-views">
      <h2 id="saved-views">
        <IconBookmark size={16} stroke={1.7} aria-hidden /> {t('views.yours')}
      </h2>
      <ul className={styles.tables}>
        {known.map(({ view, search }) => (
          <li key={view.key}>
            <ServiceLink className={styles.card} href={`${basePath()}/${search}`}>
              <span className={styles.name}>
                <strong>{view.title}</strong>
                <span className={styles.facts}>
                  {view.source.table} · <RelativeTime value={view.updated_at} />
                </span>
                {view.description ? <span className={styles.facts}>{view.description}</span> : null}
              </span>
            </ServiceLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
