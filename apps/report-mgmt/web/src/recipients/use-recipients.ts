import { useQueryClient } from '@tanstack/react-query';
import { notifyDone, notifyError, notifyUndo, t, unwrap, useApi, useChange } from '@cairn/ui';
import { reportMgmt, type Recipient } from '../client.ts';
import { recipientsKey } from '../query-keys.ts';
import { refreshOthers } from '../refresh-others.ts';
import { AS_FORM, checkAction } from '../send-action.ts';

const LIMIT = 500;

/** Recipients by address, at most 500; `q` finds the others. */
export function useRecipients(q = '') {
  return useApi(
    [...recipientsKey, 'list', q],
    (signal) =>
      reportMgmt.GET('/api/v1/recipients', {
        signal,
        params: { query: { limit: LIMIT, ...(q === '' ? {} : { q }) } },
      }),
    { keepPrevious: true },
  );
}

/** A recipient with the last mails. */
export function useRecipient(id: number) {
  return useApi([...recipientsKey, id], (signal) =>
    reportMgmt.GET('/api/v1/recipients/{id}', { signal, params: { path: { id } } }),
  );
}

export interface RecipientFields extends Record<string, unknown> {
  email: string;
  name: string;
  notes: string;
}

/** Saves a recipient; without an id it is a new one. */
export function saveRecipient({ email, name, notes }: RecipientFields, id?: number) {
  return checkAction(
    reportMgmt.POST('/action/recipient.php', {
      body: { email, name, notes, ...(id === undefined ? {} : { id: String(id) }) },
      headers: AS_FORM,
    }),
  );
}

/** Deletes a recipient at once, with an offer to bring it back. */
export function useDeleteRecipient(onDeleted?: () => void) {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: recipientsKey });
  async function restore(recipient: Recipient): Promise<void> {
    const { email, name, notes } = recipient;
    try {
      await unwrap(saveRecipient({ email, name, notes }));
      notifyDone(t('recipients.restored', { address: email }));
    } catch (error) {
      notifyError(error);
    }
    await refresh();
  }
  return useChange(
    ({ id }: Recipient) =>
      checkAction(
        reportMgmt.POST('/action/recipient.php', { body: { delete: '1', id: String(id) }, headers: AS_FORM }),
      ),
    {
      onDone(_, recipient) {
        void refreshOthers(queries, recipientsKey, recipient.id);
        onDeleted?.();
        notifyUndo(t('recipients.deleted', { address: recipient.email }), () => void restore(recipient));
      },
    },
  );
}

/** Sends mail to a suppressed address again. */
export function useLift() {
  return useChange(
    ({ id }: Pick<Recipient, 'id'>) =>
      reportMgmt.POST('/api/v1/recipients/{id}/lift', { params: { path: { id } } }),
    { refresh: [[...recipientsKey]], done: ({ email }) => t('recipients.lifted', { address: email }) },
  );
}
