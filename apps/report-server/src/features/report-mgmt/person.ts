import type { Auth } from '@cairn/auth';
import { ANONYMOUS, badRequest, forbidden, runForPerson } from '@cairn/service';
import type { Actor, Call } from '@cairn/service';

const HEADER = 'X-On-Behalf-Of';
const VISITOR_HEADER = 'X-Visitor';

/**
 * The person for whom another service calls, with the rights of now; without the header a visitor.
 * @throws {AppError} bad_request for what is no id; forbidden for a person whose account was deleted or disabled
 */
export async function readPerson(
  auth: Pick<Auth, 'user'>,
  { request }: Pick<Call, 'request'>,
): Promise<Actor> {
  const text = request.get(HEADER);
  if (text === undefined || text === '') return ANONYMOUS;
  return findPerson(auth, readPersonId(text, HEADER));
}

/** @throws {AppError} bad_request for what is no id */
export function readPersonId(text: string, name: string): number {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  if (id > 0 && id < 2 ** 31) return id;
  throw badRequest('report-server.bad_person', `${name} must be the id of a user, or be left out.`);
}

/** @throws {AppError} forbidden for a person whose account was deleted or disabled */
export async function findPerson(auth: Pick<Auth, 'user'>, id: number | null): Promise<Actor> {
  if (id === null) return ANONYMOUS;
  const actor = await auth.user(id);
  if (actor) return actor;
  throw forbidden(
    'report-server.no_such_person',
    'The person for whom this was asked no longer has an account, or it is disabled.',
  );
}

/**
 * Does the work of another service for a person. It counts apart from what the person does in the browser: neither makes the other
 * wait, and many schedules of one person take no more places than that person may have. Visitors whom the service does not tell
 * apart are one person.
 */
export function runForClient<T>({ id }: Actor, { request }: Pick<Call, 'request'>, work: () => T): T {
  if (id !== null) return runForPerson({ name: `service for ${id}`, isVisitor: false }, work);
  const visitor = request.get(VISITOR_HEADER) ?? '';
  const name = /^[0-9a-f]{32}$/.test(visitor) ? `visitor ${visitor} of a service` : 'visitors of services';
  return runForPerson({ name, isVisitor: true }, work);
}
