import type { ReportMgmtSchemas } from '@cairn/contracts';
import { toAppError } from '@cairn/db';
import type { AuditContext } from '@cairn/service';
import { readAddress } from '@cairn/service/mail';
import type { Db } from '../../db/schema.ts';
import { recordAudit } from '../audit/repo.ts';
import { readFormId, requireFormId } from '../mail/form-id.ts';
import { CONSTRAINTS, noEmail, noSuchRecipient, textTooLong } from './errors.ts';
import {
  countRecipients,
  deleteRecipient,
  findRecipient,
  insertRecipient,
  liftSuppression,
  listDeliveriesTo,
  listRecipients,
  updateRecipient,
} from './repo.ts';
import type { RecipientFilter } from './repo.ts';
import type { Recipient, RecipientDelivery, RecipientFields } from './types.ts';

const MAX_NAME = 200;
const MAX_NOTES = 2_000;

type Form = ReportMgmtSchemas['RecipientForm'];
export type RecipientService = ReturnType<typeof createRecipientService>;

/** The people who get reports, as administrators keep them. */
export function createRecipientService({ db }: { db: Db }) {
  async function get(id: number): Promise<Recipient> {
    const recipient = await findRecipient(db, id);
    if (!recipient) throw noSuchRecipient(id);
    return recipient;
  }

  return {
    async list(filter: RecipientFilter): Promise<{ recipients: Recipient[]; total: number }> {
      const [recipients, total] = await Promise.all([
        listRecipients(db, filter),
        countRecipients(db, filter),
      ]);
      return { recipients, total };
    },

    async details(id: number): Promise<{ recipient: Recipient; deliveries: RecipientDelivery[] }> {
      const recipient = await get(id);
      return { recipient, deliveries: await listDeliveriesTo(db, recipient.email) };
    },

    /** @throws {AppError} bad_request for a field, not_found, conflict for an address that another recipient has */
    async save(form: Form, cause: AuditContext): Promise<void> {
      const id = readFormId(form.id);
      const fields = readFields(form);
      await db
        .transaction()
        .execute(async (trx) => {
          if (id !== null && !(await updateRecipient(trx, id, fields))) throw noSuchRecipient(id);
          const objectId = id ?? (await insertRecipient(trx, fields));
          await recordAudit(trx, { event: 'recipient.saved', cause, objectId, subject: fields.email });
        })
        .catch((error: unknown) => Promise.reject(toAppError(error, CONSTRAINTS)));
    },

    async remove(form: Form, cause: AuditContext): Promise<void> {
      const id = requireFormId(form.id);
      await db.transaction().execute(async (trx) => {
        const email = await deleteRecipient(trx, id);
        if (email === null) throw noSuchRecipient(id);
        await recordAudit(trx, { event: 'recipient.deleted', cause, objectId: id, subject: email });
      });
    },

    /** Lets mail go to a suppressed address again. */
    async lift(id: number, cause: AuditContext): Promise<Recipient> {
      const { email } = await get(id);
      await db.transaction().execute(async (trx) => {
        if (!(await liftSuppression(trx, id))) throw noSuchRecipient(id);
        await recordAudit(trx, { event: 'recipient.lifted', cause, objectId: id, subject: email });
      });
      return get(id);
    },
  };
}

function readFields({ name = '', email = '', notes = '' }: Form): RecipientFields {
  if (email.trim() === '') throw noEmail();
  const plainName = name.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  if (plainName.length > MAX_NAME) throw textTooLong('name', MAX_NAME);
  if (notes.length > MAX_NOTES) throw textTooLong('notes', MAX_NOTES);
  return { name: plainName, email: readAddress(email), notes: notes.trim() };
}
