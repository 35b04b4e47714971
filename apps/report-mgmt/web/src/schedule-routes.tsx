import type { RouteObject } from 'react-router';
import { addMessages } from '@cairn/ui';

/** The pages of schedules, runs and mail. */
export const scheduleRoutes: RouteObject[] = [
  {
    path: 'schedules.php',
    lazy: async () => {
      const [{ SchedulesPage }] = await Promise.all([
        import('./schedules/schedules-page.tsx'),
        addAll(import('./messages/en/schedules.ts')),
        addRunMessages(),
      ]);
      return { Component: SchedulesPage };
    },
  },
  {
    path: 'edit_schedule.php',
    lazy: async () => {
      const [{ EditSchedulePage }] = await Promise.all([
        import('./schedule-form/edit-schedule-page.tsx'),
        addAll(import('./messages/en/schedule-form.ts')),
        addAll(import('./messages/en/schedules.ts')),
        addAll(import('./messages/en/runner.ts')),
      ]);
      return { Component: EditSchedulePage };
    },
  },
  {
    path: 'executions.php',
    lazy: async () => {
      const [{ ExecutionsPage }] = await Promise.all([
        import('./executions/executions-page.tsx'),
        addAll(import('./messages/en/executions.ts')),
        addAll(import('./messages/en/history.ts')),
        addRunMessages(),
      ]);
      return { Component: ExecutionsPage };
    },
  },
  {
    path: 'history.php',
    lazy: async () => {
      const [{ HistoryPage }] = await Promise.all([
        import('./history/history-page.tsx'),
        addAll(import('./messages/en/history.ts')),
        addRunMessages(),
      ]);
      return { Component: HistoryPage };
    },
  },
  {
    path: 'recipients.php',
    lazy: async () => {
      const [{ RecipientsPage }] = await Promise.all([
        import('./recipients/recipients-page.tsx'),
        addRecipientMessages(),
      ]);
      return { Component: RecipientsPage };
    },
  },
  {
    path: 'edit_recipient.php',
    lazy: async () => {
      const [{ EditRecipientPage }] = await Promise.all([
        import('./recipients/edit-recipient-page.tsx'),
        addRecipientMessages(),
      ]);
      return { Component: EditRecipientPage };
    },
  },
  {
    path: 'email_templates.php',
    lazy: async () => {
      const [{ EmailTemplatesPage }] = await Promise.all([
        import('./email-templates/email-templates-page.tsx'),
        addAll(import('./messages/en/email-templates.ts')),
      ]);
      return { Component: EmailTemplatesPage };
    },
  },
  {
    path: 'edit_email_template.php',
    lazy: async () => {
      const [{ EditTemplatePage }] = await Promise.all([
        import('./email-templates/edit-template-page.tsx'),
        addAll(import('./messages/en/email-templates.ts')),
      ]);
      return { Component: EditTemplatePage };
    },
  },
];

const addRunMessages = () =>
  Promise.all([addAll(import('./messages/en/runs.ts')), addAll(import('./messages/en/deliveries.ts'))]);

const addRecipientMessages = () =>
  Promise.all([addAll(import('./messages/en/recipients.ts')), addAll(import('./messages/en/deliveries.ts'))]);

/** Adds the messages that a module has. */
async function addAll(module: Promise<Record<string, Record<string, unknown>>>): Promise<void> {
  for (const messages of Object.values(await module)) addMessages(messages);
}
