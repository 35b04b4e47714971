import { EmptyState, Loaded, Panel, SidePanel, t, useUrlState } from '@cairn/ui';
import type { Connection, RuleList as Rules } from '../client.ts';
import { useServerRights } from '../connections/use-server-rights.ts';
import { AddButton } from '../layout/add-button.tsx';
import { ServerPage } from '../layout/server-page.tsx';
import { ApplyPanel } from './apply-panel.tsx';
import { RuleForm } from './rule-form.tsx';
import { RuleList } from './rule-list.tsx';
import { RulesInFile } from './rules-in-file.tsx';
import { useRules } from './use-rules.ts';
import styles from './rules.module.css';

/** The managed rules of a server, all rules in its pg_hba.conf, and the pending changes. */
export function RulesPage() {
  return (
    <ServerPage title={t('rules.title')} lead={t('rules.lead')} width={1240}>
      {(server) => <ServerRules server={server} />}
    </ServerPage>
  );
}

function ServerRules({ server }: { server: Connection }) {
  const rules = useRules(server.id);
  return <Loaded query={rules}>{(list) => <RulesView server={server} list={list} />}</Loaded>;
}

function RulesView({ server, list }: { server: Connection; list: Rules }) {
  const [panel, setPanel] = useUrlState('panel');
  const mayChange = useServerRights(server).admin;
  const { rules } = list;
  const edited = rules.find(({ id }) => String(id) === panel);
  const add = mayChange ? (
    <AddButton label={t('rules.add')} isSecondary={rules.length > 0} onClick={() => setPanel('new')} />
  ) : undefined;
  const close = () => setPanel('');
  return (
    <div className={styles.sections}>
      {rules.length === 0 ? (
        <EmptyState boxed title={t('rules.none')} text={t('rules.noneText')} action={add} />
      ) : (
        <Panel
          title={t('rules.list')}
          lead={t(mayChange ? 'rules.orderAndDrag' : 'rules.order')}
          action={add}
          flush
        >
          <RuleList
            server={server}
            rules={rules}
            mayChange={mayChange}
            onEdit={(id) => setPanel(String(id))}
          />
        </Panel>
      )}
      <RulesInFile server={server} />
      <ApplyPanel server={server} list={list} mayChange={mayChange} />
      <SidePanel
        opened={panel === 'new' || edited !== undefined}
        title={t('server.panel', { title: edited ? edited.name : t('rules.add'), server: server.name })}
        onClose={close}
      >
        {panel === 'new' || edited ? (
          <RuleForm key={panel} server={server} rule={edited} mayChange={mayChange} onDone={close} />
        ) : null}
      </SidePanel>
    </div>
  );
}
