import {
  IconBooks,
  IconDatabase,
  IconDeviceMobile,
  IconReportAnalytics,
  IconSettings,
  IconStack2,
  IconTableOptions,
  type Icon,
} from '@tabler/icons-react';
import { basePath, portalPath } from '../boot/base-path.ts';

export interface Destination {
  key: string;
  /** Key in the shared message catalog. */
  label: string;
  href: string;
  icon: Icon;
  /** Registered service that must be there; without one it belongs to the portal. */
  service?: string;
  adminOnly?: boolean;
}

/** What the rail can show, in its order. */
export function destinations(): Destination[] {
  const portal = portalPath();
  return [
    { key: 'catalog', label: 'nav.catalog', href: `${portal}/catalog`, icon: IconBooks },
    { key: 'vault', label: 'nav.vault', href: `${portal}/vault/`, icon: IconStack2, service: 'vault' },
    {
      key: 'explorer',
      label: 'nav.explorer',
      href: `${portal}/report-server/`,
      icon: IconTableOptions,
      service: 'report-server',
    },
    {
      key: 'reports',
      label: 'nav.reports',
      href: `${portal}/report-mgmt/`,
      icon: IconReportAnalytics,
      service: 'report-mgmt',
    },
    {
      key: 'databases',
      label: 'nav.databases',
      href: `${portal}/dbadmin/`,
      icon: IconDatabase,
      service: 'dbadmin',
    },
    {
      key: 'fieldSync',
      label: 'nav.fieldSync',
      href: `${portal}/field-sync/`,
      icon: IconDeviceMobile,
      service: 'field-sync',
    },
    {
      key: 'administration',
      label: 'nav.administration',
      href: `${portal}/administration`,
      icon: IconSettings,
      adminOnly: true,
    },
  ];
}

const portalPages = ['', 'services', 'catalog', 'administration', 'account', 'admin'];

/** The route inside this app for an address of the house, or null when another service owns the address. */
export function routeInThisApp(href: string): string | null {
  const base = basePath();
  if (!href.startsWith('/')) return null;
  if (base === '') {
    const first = href.slice(1).split(/[/?#]/)[0] ?? '';
    return portalPages.includes(first) ? href : null;
  }
  if (href !== base && !href.startsWith(`${base}/`)) return null;
  return href.slice(base.length) || '/';
}

/** Whether the page at `pathname` (as the browser sees it) lies under a destination. */
export function isCurrent(destination: Destination, pathname: string): boolean {
  const target = destination.href.replace(/\/$/, '');
  if (destination.key === 'administration' && pathname.startsWith(`${portalPath()}/admin/`)) return true;
  return pathname === target || pathname.startsWith(`${target}/`);
}
