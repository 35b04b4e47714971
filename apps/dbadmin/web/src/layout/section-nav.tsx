import { useEffect, useRef } from 'react';
import { NavLink, useLocation, useSearchParams } from 'react-router';
import { t, useMe, useRights } from '@cairn/ui';
import { sections } from './sections.ts';
import styles from './layout.module.css';

/** Links to the pages of the service. Those about one server keep to the server that is looked at. */
export function SectionNav() {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const list = useRef<HTMLUListElement>(null);
  const server = params.get('connection_id');
  const isAdmin = useMe().data?.admin === true;
  const rights = useRights('dbadmin');
  const shown = sections.filter(
    ({ adminOnly, needs }) => (isAdmin || !adminOnly) && (!needs || rights[needs]),
  );
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (list.current && current) {
      const middle = current.offsetLeft - (list.current.clientWidth - current.offsetWidth) / 2;
      list.current.scrollTo({ left: middle });
    }
  }, [pathname]);
  return (
    <nav aria-label={t('nav.label')} className={styles.nav}>
      <ul className={styles.sections} ref={list}>
        {shown.map(({ path, name, icon: Icon, ofServer }) => (
          <li key={path}>
            <NavLink
              to={ofServer && server ? `${path}?connection_id=${server}` : path}
              className={styles.section ?? ''}
            >
              <Icon size={16} stroke={1.7} aria-hidden />
              {t(`nav.${name}`)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
