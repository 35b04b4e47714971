import { portalPath, t } from '@cairn/ui';

/** The way back from an administrator's page. */
export function adminCrumbs() {
  return [{ label: t('administration.title'), href: `${portalPath()}/administration` }];
}
