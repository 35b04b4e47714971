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

export interface Section {
  path: string;
  /** Key below `nav` in the catalog of sentences. */
  name: string;
  icon: Icon;
  /** Whether the page is about one server, named by `connection_id`. */
  ofServer?: boolean;
  /** Shown to users with this permission only. */
  needs?: 'edit';
  /** For administrators of the platform alone. */
  adminOnly?: boolean;
}

/** The pages of the service, in the order of their links. */
export const sections: readonly Section[] = [
  { path: '/workspace', name: 'workspace', icon: IconLayoutDashboard },
  { path: '/connections', name: 'connections', icon: IconServer },
  { path: '/databases', name: 'databases', icon: IconDatabase },
  { path: '/users', name: 'users', icon: IconUser, ofServer: true, needs: 'edit' },
  { path: '/groups', name: 'groups', icon: IconUsersGroup, ofServer: true, needs: 'edit' },
  { path: '/network-access', name: 'network', icon: IconShieldLock, ofServer: true, needs: 'edit' },
  { path: '/settings', name: 'settings', icon: IconAdjustments, ofServer: true, needs: 'edit' },
  { path: '/jobs', name: 'jobs', icon: IconActivity },
  { path: '/terminal', name: 'terminal', icon: IconTerminal2, adminOnly: true },
];
