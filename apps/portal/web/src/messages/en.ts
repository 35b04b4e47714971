import { accountMessages } from './account.en.ts';
import { adminMessages } from './admin.en.ts';
import { auditEventMessages } from './audit-events.en.ts';
import { catalogMessages } from './catalog.en.ts';

/** Every sentence of the portal's pages. A translation is a copy of these files in another language. */
export const messages = {
  ...catalogMessages,
  ...accountMessages,
  ...adminMessages,
  auditEvents: auditEventMessages,
};
