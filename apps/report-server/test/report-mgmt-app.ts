import { signServiceToken } from '@cairn/auth';
import { SERVICE_SECRET } from '@cairn/testing';
import type { Person } from '@cairn/testing';

/** Headers of report management, for a person or for a visitor. */
export function asService(person: Pick<Person, 'id'> | null = null): Record<string, string> {
  const token = signServiceToken({
    service: 'report-mgmt',
    audience: 'report-server',
    secret: SERVICE_SECRET,
  });
  return {
    authorization: `Bearer ${token}`,
    ...(person ? { 'x-on-behalf-of': String(person.id) } : {}),
  };
}
