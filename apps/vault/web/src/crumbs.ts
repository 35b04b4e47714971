import { basePath, t } from '@cairn/ui';

/** The way back to the list of datasets. */
export function vaultCrumb(): { label: string; href: string } {
  return { label: t('dataset.vault'), href: `${basePath()}/` };
}
