import { t, type SearchPage } from '@cairn/ui';
import { pageHref } from './client.ts';
import { sections } from './layout/sections.ts';

/** The pages of the service, as search names them. */
export function searchPages(): SearchPage[] {
  return sections.map(({ path, name, adminOnly }) => ({
    title: t(`nav.${name}`),
    href: pageHref(path),
    keywords: t(`nav.keywords.${name}`),
    ...(adminOnly ? { adminOnly } : {}),
  }));
}
