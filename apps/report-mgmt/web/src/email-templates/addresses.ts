import { hrefOf } from '../addresses.ts';

export const TEMPLATES_ROUTE = '/email_templates.php';
export const NEW_TEMPLATE_ROUTE = '/edit_email_template.php';
export const templateRoute = (id: number) => `${NEW_TEMPLATE_ROUTE}?id=${id}`;
export const templatesHref = () => hrefOf(TEMPLATES_ROUTE);
