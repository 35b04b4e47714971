import {
  IconActivity,
  IconAdjustments,
  IconDatabase,
  IconLayoutDashboard,
  IconServer,
  IconShieldLock,
  IconTerminal2,
  IconUser,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react';
import { NavLink, Outlet, useLocation, useSearchParams } from 'react-router';
import { t, useMe, useRights } from '@cairn/ui';
import { useCurrentInView } from './use-current-in-view.ts';
import styles from './layout.module.css';

interface Section {
  path: string;
  /** Key below `nav` in the message catalogue. */
  name: string;
  icon: Icon;
  /** The page is about one server, named by `connection_id`. */
  ofServer?: boolean;
  needs?: 'edit' | 'platform-admin';
}

/** The pages of the service, in the order of their links. */
const SECTIONS: readonly Section[] = [
  { path: '/workspace', name: 'workspace', icon: IconLayoutDashboard },
  { path: '/connections', name: 'connections', icon: IconServer },
  { path: '/databases', name: 'databases', icon: IconDatabase },
  { path: '/users', name: 'users', icon: IconUser, ofServer: true, needs: 'edit' },
  { path: '/groups', name: 'groups', icon: IconUsersGroup, ofServer: true, needs: 'edit' },
  { path: '/network-access', name: 'network', icon: IconShieldLock, ofServer: true, needs: 'edit' },
  { path: '/settings', name: 'settings', icon: IconAdjustments, ofServer: true, needs: 'edit' },
  { path: '/jobs', name: 'jobs', icon: IconActivity },
  { path: '/terminal', name: 'terminal', icon: IconTerminal2, needs: 'platform-admin' },
];

/** Every page of the service, below the links to all of them. */
export function Layout() {
  return (
    <>
      <SectionNav />
      <Outlet />
    </>
  );
}

/** Links to the pages of the service. Those about one server keep the current server. */
function SectionNav() {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const server = params.get('connection_id');
  const isAdmin = useMe().data?.admin === true;
  const rights = useRights('dbadmin');
  const isShown = ({ needs }: Section) =>
    needs === undefined || (needs === 'platform-admin' ? isAdmin : rights[needs]);
  const shown = SECTIONS.filter(isShown);
  // Links appear once the rights of the person are loaded.
  const list = useCurrentInView<HTMLUListElement>('[aria-current="page"]', `${pathname} ${shown.length}`);
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
