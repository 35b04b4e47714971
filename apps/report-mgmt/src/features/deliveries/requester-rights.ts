import type { Auth } from '@cairn/auth';
import { reportResource } from '../definitions/report-resource.ts';

/**
 * Whether the person in whose name a report ran may still view it, since mails and links must not show more than that person may see.
 * False for a person who was deleted or deactivated.
 */
export async function mayRequesterView(
  auth: Pick<Auth, 'user' | 'allows'>,
  { requestedBy, reportKey }: { requestedBy: number | null; reportKey: string },
): Promise<boolean> {
  const person = requestedBy === null ? null : await auth.user(requestedBy);
  return person !== null && auth.allows(person, { ...reportResource(reportKey), permission: 'view' });
}
