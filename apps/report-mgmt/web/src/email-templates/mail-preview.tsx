import { Alert, Button, SegmentedControl } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { LoadingRows, Panel, sentenceOf, t, useChange } from '@cairn/ui';
import { reportMgmt, type MailPreview as Mail } from '../client.ts';
import { useMailPreview } from './use-mail-preview.ts';
import styles from './email-templates.module.css';

interface MailPreviewProps {
  subject: string;
  body: string;
}

/** The mail as people get it, with sample values, and a test mail to oneself. */
export function MailPreview({ subject, body }: MailPreviewProps) {
  const preview = useMailPreview({ subject, body });
  const test = useChange(
    (text: MailPreviewProps) => reportMgmt.POST('/api/v1/email-templates/test', { body: text }),
    { done: ({ address, reply }) => t('emailTemplates.testSent', { address, reply }) },
  );
  return (
    <Panel
      title={t('emailTemplates.preview')}
      lead={t('emailTemplates.previewLead')}
      action={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconSend size={14} aria-hidden />}
          loading={test.isPending}
          disabled={preview.isError}
          onClick={() => test.mutate({ subject, body })}
        >
          {t('emailTemplates.test')}
        </Button>
      }
    >
      {preview.error ? (
        <Alert color="red" role="alert">
          {sentenceOf(preview.error)}
        </Alert>
      ) : preview.data ? (
        <Shown mail={preview.data} />
      ) : (
        <LoadingRows rows={6} />
      )}
    </Panel>
  );
}

function Shown({ mail }: { mail: Mail }) {
  const [view, setView] = useState('html');
  const { subject, html, text, removed } = mail;
  return (
    <div className={styles.preview}>
      <p className={styles.subject}>{subject}</p>
      <SegmentedControl
        size="xs"
        aria-label={t('emailTemplates.preview')}
        value={view}
        onChange={setView}
        data={['html', 'text'].map((value) => ({ value, label: t(`emailTemplates.views.${value}`) }))}
      />
      {removed.length > 0 ? (
        <Alert color="yellow" role="status">
          {t('emailTemplates.removed', { parts: removed.join(', ') })}
        </Alert>
      ) : null}
      {view === 'html' ? (
        // Without scripts, forms and an origin: the mail cannot reach this page.
        <iframe
          title={t('emailTemplates.frame')}
          sandbox=""
          srcDoc={html}
          className={styles.frame}
          referrerPolicy="no-referrer"
        />
      ) : (
        <pre className={styles.text} tabIndex={0} aria-label={t('emailTemplates.views.text')}>
          {text}
        </pre>
      )}
    </div>
  );
}
