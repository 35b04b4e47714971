import { useQueryClient } from '@tanstack/react-query';
import { notifyDone, notifyError, notifyUndo, t, unwrap, useApi, useChange } from '@cairn/ui';
import { reportMgmt, type EmailTemplate } from '../client.ts';
import { emailTemplatesKey } from '../query-keys.ts';
import { AS_FORM, checkAction } from '../send-action.ts';

/** All templates, what they can name, and what is sent without one. */
export function useEmailTemplates() {
  return useApi([...emailTemplatesKey], (signal) => reportMgmt.GET('/api/v1/email-templates', { signal }));
}

export interface TemplateFields extends Record<string, unknown> {
  name: string;
  subject: string;
  body: string;
}

/** Saves a template; without an id it is a new one. */
export function saveTemplate({ name, subject, body }: TemplateFields, id?: number) {
  return checkAction(
    reportMgmt.POST('/action/email_template.php', {
      body: { name, subject, body, ...(id === undefined ? {} : { id: String(id) }) },
      headers: AS_FORM,
    }),
  );
}

/** Deletes a template. One that no schedule uses can be brought back. */
export function useDeleteTemplate(onDeleted?: () => void) {
  const queries = useQueryClient();
  async function restore(template: EmailTemplate): Promise<void> {
    const { name, subject, body } = template;
    try {
      await unwrap(saveTemplate({ name, subject, body }));
      notifyDone(t('emailTemplates.restored', { name }));
    } catch (error) {
      notifyError(error);
    }
    await queries.invalidateQueries({ queryKey: emailTemplatesKey });
  }
  return useChange(
    ({ id }: EmailTemplate) =>
      checkAction(
        reportMgmt.POST('/action/email_template.php', {
          body: { delete: '1', id: String(id) },
          headers: AS_FORM,
        }),
      ),
    {
      refresh: [[...emailTemplatesKey]],
      onDone(_, template) {
        onDeleted?.();
        const sentence = t('emailTemplates.deleted', { name: template.name });
        if (template.schedules > 0) notifyDone(sentence);
        else notifyUndo(sentence, () => void restore(template));
      },
    },
  );
}
