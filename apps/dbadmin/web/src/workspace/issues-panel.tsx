import { Badge, Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { formatNumber, Panel, sentenceOf, ServiceLink, t } from '@cairn/ui';
import type { Database } from '../client.ts';
import { useRightsOn } from '../connections/use-server-rights.ts';
import { findIssues } from './find-issues.ts';
import type { ServerState } from './use-server-states.ts';
import styles from './workspace.module.css';

interface IssuesPanelProps {
  states: ServerState[];
  databases: Database[] | undefined;
  error: unknown;
}

const MAX_SHOWN = 6;

/** The issues of servers and databases, each with a link to the page where it is resolved. */
export function IssuesPanel({ states, databases, error }: IssuesPanelProps) {
  const [showsAll, setShowsAll] = useState(false);
  const rightsOn = useRightsOn();
  const issues = findIssues({ states, databases: databases ?? [], rightsOn });
  const more = issues.length - MAX_SHOWN;
  const isLoading = !databases && !error;
  return (
    <Panel title={t('workspace.issues')} flush>
      {error && !databases ? <p className={styles.pad}>{sentenceOf(error)}</p> : null}
      {issues.length === 0 ? (
        <p className={styles.noIssues}>
          {isLoading ? (
            t('workspace.checking')
          ) : (
            <>
              <IconCircleCheck size={18} aria-hidden /> {t('workspace.noIssues')}
            </>
          )}
        </p>
      ) : (
        <ul className={styles.issues}>
          {issues
            .slice(0, showsAll ? undefined : MAX_SHOWN)
            .map(({ key, severity, sentence, href, action }) => (
              <li key={key}>
                <Badge color={severity === 'error' ? 'red' : 'yellow'}>
                  {t(`issues.severity.${severity}`)}
                </Badge>
                <span>{sentence}</span>
                {href ? <ServiceLink href={href}>{action}</ServiceLink> : null}
              </li>
            ))}
        </ul>
      )}
      {more > 0 ? (
        <Button variant="subtle" size="compact-sm" m="xs" onClick={() => setShowsAll(!showsAll)}>
          {t(showsAll ? 'workspace.fewer' : 'workspace.more', { number: formatNumber(more) })}
        </Button>
      ) : null}
    </Panel>
  );
}
