import { t } from '@cairn/ui';
import { ServerPage } from '../layout/server-page.tsx';
import { SettingsView } from './settings-view.tsx';

/** What a server is set to. */
export function SettingsPage() {
  return (
    <ServerPage title={t('settings.title')} lead={t('settings.lead')}>
      {(server) => <SettingsView server={server} />}
    </ServerPage>
  );
}
