import { accountMessages } from './en/account.ts';
import { catalogMessages } from './en/catalog.ts';
import { homeMessages } from './en/home.ts';
import { servicesMessages } from './en/services.ts';

/** The messages of the pages for everyone; those of the administrators' pages are in en-admin.ts. */
export const messages = {
  ...homeMessages,
  ...catalogMessages,
  ...servicesMessages,
  ...accountMessages,
};
