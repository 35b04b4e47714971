import { createHmac } from 'node:crypto';
import { currentPerson } from '@cairn/service';

/**
 * Headers that say for whom the report server is asked. A visitor is a hash of the network that the request came from, with which the
 * report server shares its places fairly between visitors; it cannot be turned back into an address.
 */
export function personHeaders(id: number | null, serviceSecret: string): Record<string, string> {
  if (id !== null) return { 'x-on-behalf-of': String(id) };
  const person = currentPerson();
  if (!person?.isVisitor) return {};
  const hash = createHmac('sha256', serviceSecret).update(`report server: ${person.name}`).digest('hex');
  return { 'x-visitor': hash.slice(0, 32) };
}
