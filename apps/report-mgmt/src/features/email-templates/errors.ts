import { badGateway, badRequest, conflict, notFound, unavailable } from '@cairn/service';
import type { AppError } from '@cairn/service';

export function noSuchTemplate(id: number): AppError {
  return notFound('report-mgmt.no_such_template', `There is no mail template ${id}. Go back to the list.`);
}

export function noName(): AppError {
  return badRequest('report-mgmt.template_name_missing', 'Enter a name for the template.');
}

export function nameTooLong(max: number): AppError {
  return badRequest('report-mgmt.text_too_long', `name may have at most ${max} characters.`);
}

export function noOwnAddress(): AppError {
  return conflict(
    'report-mgmt.no_own_address',
    'Your account has no email address. Add one to your account, then send the test again.',
  );
}

export function noMailServer(): AppError {
  return unavailable(
    'report-mgmt.no_mail_server',
    'No mail server is configured. Ask the operator to set SMTP_URL.',
  );
}

export function testNotSent(reply: string): AppError {
  return badGateway('report-mgmt.test_not_sent', `The mail was not accepted. ${reply}`);
}

export const CONSTRAINTS = {
  email_templates_name_key: {
    code: 'report-mgmt.template_exists',
    message: 'There is already a mail template with this name. Choose another name.',
  },
};
