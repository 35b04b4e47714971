import { AppError, Reply, respond } from '@cairn/service';
import type { Call } from '@cairn/service';
import type { Middleware, MiddlewareOf } from '@cairn/app';

/** What an action said, for the page that a browser without scripts is led back to. */
export interface SaidByAction {
  text: string;
  success: boolean;
}

const COOKIE = 'field_sync_said';
const SECONDS = 30;
const MAX_TEXT = 600;

/**
 * Actions answer with JSON. With `back`, which the forms of pages have for browsers without scripts, they lead to that page below
 * `admin/`, which shows what they said.
 */
export const leadBack: MiddlewareOf = ({ parameters = [] }) => {
  const takesBack = parameters.some((each) => '$ref' in each && each.$ref.endsWith('/Back'));
  return takesBack ? leadBackTo : undefined;
};

const leadBackTo: Middleware = async ({ input, call }, next) => {
  const { back } = input.query;
  if (typeof back !== 'string') return next();
  const said = await outcomeOf(next);
  const headers = { Location: `${call.basePath}/admin/${back}`, 'Set-Cookie': cookie(call, said) };
  // The middleware of an operation returns what its handler may return.
  return respond(303, undefined, headers) as never;
};

async function outcomeOf(next: () => Promise<unknown>): Promise<SaidByAction> {
  try {
    const result = await next();
    const body = (result instanceof Reply ? result.body : result) as { success: boolean; message: string };
    return { text: body.message, success: body.success };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'internal') throw error;
    return { text: error.message, success: false };
  }
}

function cookie({ basePath, origin }: Call, { text, success }: SaidByAction): string {
  const value = encodeURIComponent(JSON.stringify({ text: text.slice(0, MAX_TEXT), success }));
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${COOKIE}=${value}; Path=${basePath || '/'}; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}

/** Reads it once: `forget` is the header that removes it. Null where no action spoke. */
export function readSaid({ cookies, basePath }: Call): { said: SaidByAction; forget: string } | null {
  const value = cookies[COOKIE];
  if (!value) return null;
  try {
    const { text, success } = JSON.parse(value) as Partial<SaidByAction>;
    if (typeof text !== 'string') return null;
    const forget = `${COOKIE}=; Path=${basePath || '/'}; Max-Age=0; HttpOnly; SameSite=Lax`;
    return { said: { text, success: success === true }, forget };
  } catch {
    return null;
  }
}
