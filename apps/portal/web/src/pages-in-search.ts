import { portalPath, t, type SearchPage } from '@cairn/ui';

/** What search finds besides the rail's entries. */
export function pagesInSearch(): SearchPage[] {
  const page = (name: string, path: string, rest: Partial<SearchPage> = {}): SearchPage => ({
    title: t(`${name}.title`),
    href: `${portalPath()}${path}`,
    keywords: t(`${name}.lead`),
    ...rest,
  });
  const admin = { adminOnly: true };
  return [
    page('services', '/services'),
    page('account', '/account', { userOnly: true }),
    page('cards', '/admin/portal', admin),
    page('sync', '/admin/resource-sync', admin),
    page('users', '/admin/users', admin),
    page('groups', '/admin/groups', admin),
    page('resources', '/admin/resources', admin),
    page('permissions', '/admin/permissions', admin),
    page('audit', '/admin/audit', admin),
  ];
}
