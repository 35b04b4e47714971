import { invalidField } from './errors.ts';

const MAX_VALUES = 500;
const MAX_LENGTH = 16_000;
/** Folders on the machine of the engine, and what forms say elsewhere. */
const RESERVED = /^(_.*|subreport_dir|report_dir|basedir)$/i;

/** Parameters of a report from a query string; a name that comes several times has several values. */
export function readParameters(text: string | undefined): Record<string, string[]> {
  const parameters: Record<string, string[]> = {};
  const query = (text ?? '').replace(/^\?/, '');
  if (query.length > MAX_LENGTH) throw refused(`is too long. Enter at most ${MAX_LENGTH} characters.`);
  const pairs = query.split('&').filter((pair) => pair !== '');
  if (pairs.length > MAX_VALUES) throw refused(`has too many values. Enter at most ${MAX_VALUES}.`);
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    const name = decode(at < 0 ? pair : pair.slice(0, at));
    const value = at < 0 ? '' : decode(pair.slice(at + 1));
    checkName(name);
    (parameters[name] ??= []).push(value);
  }
  return parameters;
}

/** The query string of stored parameters, for forms. */
export function toQuery(parameters: Record<string, string[]>): string {
  const pairs = Object.entries(parameters).flatMap(([name, values]) => values.map((value) => [name, value]));
  return new URLSearchParams(pairs as [string, string][]).toString();
}

function checkName(name: string): void {
  // The last ones would be properties of every object.
  if (name === '' || name.length > 100 || /\p{C}/u.test(name) || name in {})
    throw refused('has a name that is not valid. Write name=value, separated by &.');
  if (RESERVED.test(name))
    throw refused(
      `has the name ${name}, which reports do not take from a schedule. Remove it: names that begin with _ and folders are set elsewhere.`,
    );
}

function decode(text: string): string {
  let value;
  try {
    value = decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw refused('is badly percent-encoded. Write % as %25.');
  }
  if (value.includes('\0')) throw refused('contains a NUL character. Remove it.');
  return value;
}

function refused(problem: string) {
  return invalidField('url_opt_params', `url_opt_params ${problem}`);
}
