import { Page, t } from '@cairn/ui';

export function ExplorerPage() {
  return (
    <Page title={t('explorer.title')} lead={t('explorer.lead')}>
      {null}
    </Page>
  );
}
