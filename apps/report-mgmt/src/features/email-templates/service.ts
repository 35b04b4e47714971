import { randomUUID } from 'node:crypto';
import type { ReportMgmtSchemas } from '@cairn/contracts';
import { toAppError } from '@cairn/db';
import type { Actor, AuditContext } from '@cairn/service';
import { composeMessage, readAddress } from '@cairn/service/mail';
import type { MailRecipient, Mailer } from '@cairn/service/mail';
import type { Db } from '../../db/schema.ts';
import { recordAudit } from '../audit/repo.ts';
import { readFormId, requireFormId } from '../mail/form-id.ts';
import { checkTemplate, renderMail } from '../mail/template.ts';
import type { MailTemplate, RenderedMail } from '../mail/types.ts';
import {
  CONSTRAINTS,
  nameTooLong,
  noMailServer,
  noName,
  noOwnAddress,
  noSuchTemplate,
  testNotSent,
} from './errors.ts';
import { deleteTemplate, findTemplate, insertTemplate, listTemplates, updateTemplate } from './repo.ts';
import type { EmailTemplate, TemplateFields } from './repo.ts';
import { sampleValues } from './sample-values.ts';

const MAX_NAME = 200;
/** How long a person waits for a test mail. */
const TEST_MS = 30_000;

type Form = ReportMgmtSchemas['EmailTemplateForm'];
export type EmailTemplateService = ReturnType<typeof createEmailTemplateService>;

interface Deps {
  db: Db;
  /** Null: no mail server is configured. */
  mailer: Mailer | null;
  /** Public address of this service. */
  address: string;
  now(): Date;
}

/** The texts of mails, as administrators write them. */
export function createEmailTemplateService({ db, mailer, address, now }: Deps) {
  const render = (template: MailTemplate, recipient: MailRecipient): RenderedMail =>
    renderMail({ template, values: sampleValues(address), recipient });

  return {
    list: (): Promise<EmailTemplate[]> => listTemplates(db),

    async get(id: number): Promise<EmailTemplate> {
      const template = await findTemplate(db, id);
      if (!template) throw noSuchTemplate(id);
      return template;
    },

    /** @throws {AppError} bad_request for a field, not_found, conflict for a name that another template has */
    async save(form: Form, cause: AuditContext): Promise<number> {
      const id = readFormId(form.id);
      const fields = readFields(form);
      return db
        .transaction()
        .execute(async (trx) => {
          if (id !== null && !(await updateTemplate(trx, id, fields))) throw noSuchTemplate(id);
          const objectId = id ?? (await insertTemplate(trx, fields));
          await recordAudit(trx, { event: 'email_template.saved', cause, objectId, subject: fields.name });
          return objectId;
        })
        .catch((error: unknown) => Promise.reject(toAppError(error, CONSTRAINTS)));
    },

    async remove(form: Form, cause: AuditContext): Promise<number> {
      const id = requireFormId(form.id);
      await db.transaction().execute(async (trx) => {
        const name = await deleteTemplate(trx, id);
        if (name === null) throw noSuchTemplate(id);
        await recordAudit(trx, { event: 'email_template.deleted', cause, objectId: id, subject: name });
      });
      return id;
    },

    /** @throws {AppError} bad_request for what could not be saved */
    preview: (template: MailTemplate): RenderedMail =>
      render(template, { name: 'Ann Example', address: 'ann@example.org' }),

    /**
     * Sends a mail with sample values to the caller and to nobody else.
     * @throws {AppError} conflict without an address, unavailable without a mail server, bad_gateway where it was not accepted
     */
    async sendTest(
      template: MailTemplate,
      actor: Actor,
      cause: AuditContext,
    ): Promise<{ address: string; reply: string }> {
      if (!mailer) throw noMailServer();
      if (!actor.email) throw noOwnAddress();
      const recipient = { name: actor.username ?? '', address: readAddress(actor.email) };
      const mail = render(template, recipient);
      const message = await composeMessage({
        ...{ id: randomUUID(), from: mailer.from, to: recipient, date: now() },
        mail: { ...mail, subject: `Test: ${mail.subject}` },
      });
      const outcome = await mailer.send(message, recipient, { signal: AbortSignal.timeout(TEST_MS) });
      if (outcome.state !== 'sent') throw testNotSent(outcome.reply);
      await recordAudit(db, { event: 'email_template.tested', cause, subject: recipient.address });
      return { address: recipient.address, reply: outcome.reply };
    },
  };
}

function readFields({ name = '', subject = '', body = '' }: Form): TemplateFields {
  const plainName = name.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  if (plainName === '') throw noName();
  if (plainName.length > MAX_NAME) throw nameTooLong(MAX_NAME);
  checkTemplate({ subject, body });
  return { name: plainName, subject: subject.trim(), body };
}
