import { portalPath, t } from '@cairn/ui';

/** The way back to the administration page. */
export function adminCrumbs() {
  return [{ label: t('administration.title'), href: `${portalPath()}/administration` }];
}
