import type { Auth } from '@cairn/auth';
import { reportResource } from '../definitions/report-resource.ts';

/**
 * Whether the person in whose name a report ran may view it now: nobody gets more by a mail or its link than that person has. False
 * for a person who is gone or deactivated.
 */
export async function mayRequesterView(
  auth: Pick<Auth, 'user' | 'allows'>,
  { requestedBy, reportKey }: { requestedBy: number | null; reportKey: string },
): Promise<boolean> {
  const person = requestedBy === null ? null : await auth.user(requestedBy);
  return person !== null && auth.allows(person, { ...reportResource(reportKey), permission: 'view' });
}
