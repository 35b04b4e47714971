import { ServerPage } from '../layout/server-page.tsx';
import { t } from '@cairn/ui';
import { RulesView } from './rules-view.tsx';

/** Who may connect to a server from where. */
export function RulesPage() {
  return (
    <ServerPage title={t('rules.title')} lead={t('rules.lead')} width={1240}>
      {(server) => <RulesView server={server} />}
    </ServerPage>
  );
}
