import { ApiError } from '@cairn/ui';

interface ActionAnswer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

interface ActionResult {
  success: boolean;
  message: string;
  /** A sentence for each field that was refused. */
  errors?: Record<string, string>;
}

/** Header with which the client sends a body as the fields of a form. */
export const AS_FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/**
 * The answer of a form action. A refusal comes with status 200 and is an error here, as it is everywhere else; `toLabels` writes its
 * sentences with the names that the page gives the fields.
 */
export async function checkAction<Data extends ActionResult>(
  call: Promise<ActionAnswer<Data>>,
  toLabels = (errors: Record<string, string>) => errors,
): Promise<ActionAnswer<Data>> {
  const answer = await call;
  if (answer.data?.success !== false) return answer;
  const { message, errors = {} } = answer.data;
  throw new ApiError({ status: 400, message, fields: toLabels(errors) });
}
