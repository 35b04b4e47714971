import { hrefOf } from '../addresses.ts';

export const RECIPIENTS_ROUTE = '/recipients.php';
export const NEW_RECIPIENT_ROUTE = '/edit_recipient.php';
export const recipientRoute = (id: number) => `${NEW_RECIPIENT_ROUTE}?id=${id}`;
export const recipientsHref = () => hrefOf(RECIPIENTS_ROUTE);
