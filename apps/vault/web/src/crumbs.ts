import { basePath, t } from '@cairn/ui';

/** The way back to the list of datasets. */
export function vaultCrumb(): { label: string; href: string } {
  return { label: t('list.title'), href: `${basePath()}/` };
}
