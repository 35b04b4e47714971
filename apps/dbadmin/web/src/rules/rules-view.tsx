import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { EmptyState, ErrorState, LoadingRows, Panel, SidePanel, t, useUrlState } from '@cairn/ui';
import type { Connection } from '../client.ts';
import { useServerRights } from '../layout/use-server-rights.ts';
import { ApplyPanel } from './apply-panel.tsx';
import { RuleForm } from './rule-form.tsx';
import { RuleList } from './rule-list.tsx';
import { RulesInFile } from './rules-in-file.tsx';
import styles from './rules.module.css';
import { useRules } from './use-rules.ts';

/** The rules of a server, and what they would make of its file. */
export function RulesView({ server }: { server: Connection }) {
  const [panel, setPanel] = useUrlState('panel');
  const mayChange = useServerRights(server).admin;
  const list = useRules(server.id);
  if (list.error) return <ErrorState error={list.error} retry={() => void list.refetch()} />;
  if (!list.data) return <LoadingRows />;
  const { rules } = list.data;
  const edited = rules.find(({ id }) => String(id) === panel);
  const add = (
    <Button
      variant={rules.length > 0 ? 'default' : 'filled'}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setPanel('new')}
    >
      {t('rules.add')}
    </Button>
  );
  return (
    <div className={styles.sections}>
      {rules.length === 0 ? (
        <EmptyState
          boxed
          title={t('rules.none')}
          text={t('rules.noneText')}
          action={mayChange ? add : undefined}
        />
      ) : (
        <Panel
          title={t('rules.list')}
          lead={t(mayChange ? 'rules.orderAndDrag' : 'rules.order')}
          action={mayChange ? add : undefined}
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
      <ApplyPanel server={server} list={list.data} mayChange={mayChange} />
      <SidePanel
        opened={panel === 'new' || edited !== undefined}
        title={t('server.panel', { title: edited ? edited.name : t('rules.add'), server: server.name })}
        onClose={() => setPanel('')}
      >
        {panel === 'new' || edited ? (
          <RuleForm
            key={panel}
            server={server}
            rule={edited}
            mayChange={mayChange}
            onDone={() => setPanel('')}
          />
        ) : null}
      </SidePanel>
    </div>
  );
}
