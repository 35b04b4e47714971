import { Badge, Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { formatNumber, Panel, sentenceOf, ServiceLink, t, useMe, useRights } from '@cairn/ui';
import type { Database } from '../client.ts';
import { rightsOnServer } from '../layout/use-server-rights.ts';
import { needsOf } from './needs.ts';
import type { ServerState } from './use-server-states.ts';
import styles from './workspace.module.css';

interface AttentionProps {
  states: ServerState[];
  databases: Database[] | undefined;
  error: unknown;
}

const SHOWN = 6;

/** Issues of servers and databases, each with a link to the page where it is resolved. */
export function Attention({ states, databases, error }: AttentionProps) {
  const [all, setAll] = useState(false);
  const rights = useRights('dbadmin');
  const isAdmin = useMe().data?.admin === true;
  const needs = needsOf({
    states,
    databases: databases ?? [],
    rightsOn: (server) => rightsOnServer(rights, { server, isAdmin }),
  });
  const isLoading = !databases && !error;
  return (
    <Panel title={t('workspace.attention')} flush>
      {error && !databases ? <p className={styles.pad}>{sentenceOf(error)}</p> : null}
      {needs.length === 0 ? (
        <p className={styles.well}>
          {isLoading ? (
            t('workspace.looking')
          ) : (
            <>
              <IconCircleCheck size={18} aria-hidden /> {t('workspace.well')}
            </>
          )}
        </p>
      ) : (
        <ul className={styles.needs}>
          {needs.slice(0, all ? undefined : SHOWN).map(({ key, weight, sentence, href, action }) => (
            <li key={key}>
              <Badge color={weight === 'high' ? 'red' : 'yellow'}>{t(`needs.weight.${weight}`)}</Badge>
              <span>{sentence}</span>
              {href ? <ServiceLink href={href}>{action}</ServiceLink> : null}
            </li>
          ))}
        </ul>
      )}
      {needs.length > SHOWN ? (
        <Button variant="subtle" size="compact-sm" m="xs" onClick={() => setAll(!all)}>
          {t(all ? 'workspace.fewer' : 'workspace.more', { number: formatNumber(needs.length - SHOWN) })}
        </Button>
      ) : null}
    </Panel>
  );
}
