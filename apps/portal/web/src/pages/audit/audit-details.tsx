import { Code } from '@mantine/core';
import { CopyButton, formatExact, t } from '@cairn/ui';
import type { AuditEvent } from '../../api.ts';
import classes from './audit.module.css';

interface Props {
  entry: AuditEvent;
}

/** Everything the log holds on one event. */
export function AuditDetails({ entry }: Props) {
  const subject = [entry.subject_type, entry.subject_name ?? entry.subject_id].filter(Boolean).join(' ');
  const facts: [string, string | null][] = [
    ['at', formatExact(new Date(entry.at))],
    ['actor', entry.actor_name],
    ['subject', subject || null],
    ['ip', entry.ip],
  ];
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <Fact key={name} name={t(`audit.${name}`)}>
            {value ?? '–'}
          </Fact>
        ))}
        {entry.request_id && (
          <Fact name={t('audit.request')}>
            <Code>{entry.request_id}</Code> <CopyButton value={entry.request_id} />
          </Fact>
        )}
      </dl>
      {Object.keys(entry.details).length > 0 && (
        <>
          <h3>{t('audit.details')}</h3>
          <Code block mt={6}>
            {JSON.stringify(entry.details, null, 2)}
          </Code>
        </>
      )}
    </>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
