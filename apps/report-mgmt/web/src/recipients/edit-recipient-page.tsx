import { Alert, Button, Textarea, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { EmptyState, Loaded, Page, Panel, RelativeTime, SaveForm, t, useSaveForm } from '@cairn/ui';
import { hrefOf, RECIPIENTS_ROUTE, runRoute } from '../addresses.ts';
import type { RecipientDelivery, RecipientDetails } from '../client.ts';
import { DeliveryBadge } from '../deliveries/mail-badge.tsx';
import { recipientsKey } from '../query-keys.ts';
import {
  saveRecipient,
  useDeleteRecipient,
  useLift,
  useRecipient,
  type RecipientFields,
} from './use-recipients.ts';
import styles from './recipients.module.css';

/** A new recipient, or the one with the id in the address. */
export function EditRecipientPage() {
  const [address] = useSearchParams();
  const id = address.get('id');
  if (id === null) {
    return (
      <Page title={t('recipients.newTitle')} lead={t('recipients.editLead')} width={720} crumbs={crumbs()}>
        <RecipientForm initial={{ email: '', name: '', notes: '' }} />
      </Page>
    );
  }
  return /^[1-9]\d{0,8}$/.test(id) ? (
    <StoredRecipient key={id} id={Number(id)} />
  ) : (
    <Page title={t('recipients.noRecipient')} crumbs={crumbs()}>
      <EmptyState boxed title={t('recipients.noRecipient')} />
    </Page>
  );
}

const crumbs = () => [{ label: t('recipients.title'), href: hrefOf(RECIPIENTS_ROUTE) }];

function StoredRecipient({ id }: { id: number }) {
  const query = useRecipient(id);
  return (
    <Loaded query={query} errorTitle={t('recipients.noRecipient')}>
      {(recipient) => <Editor recipient={recipient} />}
    </Loaded>
  );
}

function Editor({ recipient }: { recipient: RecipientDetails }) {
  const { id, email, name, notes, suppressed_at: since, last_bounce: bounce, deliveries } = recipient;
  const navigate = useNavigate();
  const lift = useLift();
  const remove = useDeleteRecipient(() => void navigate(RECIPIENTS_ROUTE));
  return (
    <Page
      title={t('recipients.editTitle', { address: email })}
      lead={t('recipients.editLead')}
      width={720}
      crumbs={crumbs()}
      action={
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          loading={remove.isPending}
          onClick={() => remove.mutate(recipient)}
        >
          {t('recipients.delete')}
        </Button>
      }
    >
      {since ? (
        <Alert color="red" title={t('recipients.suppressed')} mb="md">
          <p style={{ margin: 0 }}>{t('recipients.liftText')}</p>
          {bounce ? <p style={{ margin: '6px 0 0' }}>{bounce}</p> : null}
          <Button
            mt="sm"
            size="compact-sm"
            variant="default"
            loading={lift.isPending}
            onClick={() => lift.mutate({ id })}
          >
            {t('recipients.lift')}
          </Button>
        </Alert>
      ) : null}
      <RecipientForm initial={{ email, name, notes }} id={id} />
      <div style={{ marginTop: 20 }}>
        <Panel title={t('recipients.lastMails')}>
          <LastMails deliveries={deliveries} />
        </Panel>
      </div>
    </Page>
  );
}

function RecipientForm({ initial, id }: { initial: RecipientFields; id?: number }) {
  const navigate = useNavigate();
  const state = useSaveForm<RecipientFields, { success: boolean; message: string }>({
    initial,
    validate: { email: (email) => (email.trim() === '' ? t('recipients.required') : null) },
    save: (fields) => saveRecipient(fields, id),
    refresh: [[...recipientsKey]],
    done: ({ message }) => message,
    onSaved: () => void navigate(RECIPIENTS_ROUTE),
  });
  const { form } = state;
  return (
    <SaveForm
      state={state}
      save={t(id === undefined ? 'recipients.create' : 'recipients.save')}
      onCancel={() => void navigate(RECIPIENTS_ROUTE)}
    >
      <TextInput
        {...form.getInputProps('email')}
        name="email"
        type="email"
        label={t('recipients.address')}
        spellCheck={false}
        autoCapitalize="off"
        withAsterisk
      />
      <TextInput
        {...form.getInputProps('name')}
        name="name"
        label={t('recipients.name')}
        description={t('recipients.nameHint')}
      />
      <Textarea
        {...form.getInputProps('notes')}
        name="notes"
        label={t('recipients.notes')}
        description={t('recipients.notesHint')}
        autosize
        minRows={2}
      />
    </SaveForm>
  );
}

function LastMails({ deliveries }: { deliveries: readonly RecipientDelivery[] }) {
  if (deliveries.length === 0) return t('recipients.noMails');
  return (
    <ul className={styles.mails}>
      {deliveries.map(({ id, execution_id: run, report_title: title, status, at, reply }) => (
        <li key={id}>
          <div className={styles.last}>
            <DeliveryBadge status={status} />
            <Link to={runRoute(run)}>{title}</Link>
            <RelativeTime value={at} />
          </div>
          {reply ? <div>{reply}</div> : null}
        </li>
      ))}
    </ul>
  );
}
