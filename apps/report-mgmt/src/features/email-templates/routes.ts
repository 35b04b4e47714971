import type { ReportMgmtOperations, ReportMgmtSchemas } from '@cairn/contracts';
import { auditContext } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { DEFAULT_TEMPLATE } from '../mail/default-template.ts';
import { MAIL_PLACEHOLDERS } from '../mail/types.ts';
import type { EmailTemplate } from './repo.ts';
import type { EmailTemplateService } from './service.ts';

type Operation =
  | 'emailTemplateAction'
  | 'listEmailTemplates'
  | 'getEmailTemplate'
  | 'previewEmailTemplate'
  | 'testEmailTemplate';

export function emailTemplateRoutes({
  emailTemplates,
}: {
  emailTemplates: EmailTemplateService;
}): Handlers<ReportMgmtOperations, Operation> {
  return {
    async emailTemplateAction({ body }, actor, call) {
      const cause = auditContext(actor, call);
      if (body.delete === '1') {
        const id = await emailTemplates.remove(body, cause);
        return { success: true, message: 'Deleted the mail template.', id };
      }
      const id = await emailTemplates.save(body, cause);
      return { success: true, message: 'Saved the mail template.', id };
    },
    async listEmailTemplates() {
      const templates = await emailTemplates.list();
      return {
        templates: templates.map(toTemplateBody),
        placeholders: [...MAIL_PLACEHOLDERS],
        default: { subject: DEFAULT_TEMPLATE.subject, body: DEFAULT_TEMPLATE.body },
      };
    },
    getEmailTemplate: async ({ path }) => toTemplateBody(await emailTemplates.get(path.id)),
    previewEmailTemplate: ({ body: { subject = '', body = '' } }) =>
      emailTemplates.preview({ subject, body }),
    testEmailTemplate: ({ body: { subject = '', body = '' } }, actor, call) =>
      emailTemplates.sendTest({ subject, body }, actor, auditContext(actor, call)),
  };
}

function toTemplateBody(template: EmailTemplate): ReportMgmtSchemas['EmailTemplate'] {
  const { id, name, subject, body, schedules, updatedAt } = template;
  return { id, name, subject, body, schedules, updated_at: updatedAt.toISOString() };
}
