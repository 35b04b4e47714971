import { IconDatabaseCog, IconMap2, IconServer2 } from '@tabler/icons-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { t, useRights } from '@cairn/ui';
import styles from './folders.module.css';

const PAGES = [
  { name: 'connections', path: '/connections', icon: IconDatabaseCog, adminsOnly: true },
  { name: 'mapServers', path: '/map-servers', icon: IconServer2, adminsOnly: false },
  { name: 'gisProjects', path: '/gis-projects', icon: IconMap2, adminsOnly: false },
] as const;

/** The other pages of the vault, which the navigation of the platform does not list. */
export function MorePages() {
  const isAdmin = useRights('vault').admin;
  const id = useId();
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.heading} id={id}>
          {t('folders.more.heading')}
        </h2>
      </div>
      <ul className={styles.list} aria-labelledby={id}>
        {PAGES.filter(({ adminsOnly }) => isAdmin || !adminsOnly).map(({ name, path, icon: Symbol }) => (
          <li key={name}>
            <Link to={path} className={styles.entry}>
              <Symbol size={16} stroke={1.7} aria-hidden />
              <span className={styles.label}>{t(`folders.more.${name}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
