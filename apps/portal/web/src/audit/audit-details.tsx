import { Code, Stack } from '@mantine/core';
import { CopyButton, Facts, formatExact, t } from '@cairn/ui';
import type { AuditEvent } from '../client.ts';

interface Props {
  entry: AuditEvent;
}

/** All details of one event. */
export function AuditDetails({ entry }: Props) {
  const subject = [entry.subject_type, entry.subject_name ?? entry.subject_id].filter(Boolean).join(' ');
  return (
    <Stack gap="md">
      <Facts
        entries={[
          [t('audit.at'), formatExact(new Date(entry.at))],
          [t('audit.actor'), entry.actor_name ?? '–'],
          [t('audit.subject'), subject || '–'],
          [t('audit.ip'), entry.ip ?? '–'],
          [
            t('audit.request'),
            entry.request_id && (
              <>
                <Code>{entry.request_id}</Code> <CopyButton value={entry.request_id} />
              </>
            ),
          ],
        ]}
      />
      {Object.keys(entry.details).length > 0 && (
        <div>
          <h3>{t('audit.details')}</h3>
          <Code block mt={6}>
            {JSON.stringify(entry.details, null, 2)}
          </Code>
        </div>
      )}
    </Stack>
  );
}
