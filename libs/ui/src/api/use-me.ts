import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { portalPath } from '../boot/base-path.ts';
import type { ApiError } from './api-error.ts';
import { ownSignIn } from './own-sign-in.ts';
import { requestJson } from './request.ts';

export interface Me {
  authenticated: boolean;
  user: { username: string; email: string | null; groups: string[] } | null;
  admin: boolean;
  server_time: string;
}

export const meKey = ['cairn', 'me'] as const;

/** Who is signed in, from the portal, whichever service shows the page; from the page where the service has a sign-in of its own. */
export function useMe(): UseQueryResult<Me, ApiError> {
  const own = ownMe();
  return useQuery<Me, ApiError>({
    queryKey: meKey,
    queryFn: ({ signal }) => own ?? requestJson<Me>(`${portalPath()}/api/me`, { signal }),
    ...(own ? { initialData: own, staleTime: Infinity } : { staleTime: 30_000 }),
  });
}

function ownMe(): Me | null {
  const own = ownSignIn();
  if (!own) return null;
  const user = own.user && { ...own.user, groups: [] };
  return { authenticated: user !== null, user, admin: own.admin, server_time: new Date().toISOString() };
}

/** Address of the sign-in page that leads back to where the person is. */
export function signInAddress(): string {
  const own = ownSignIn();
  if (own) return own.sign_in;
  const here = window.location.pathname + window.location.search;
  return `${portalPath()}/login?next=${encodeURIComponent(here)}`;
}

/** Ends the session. At the portal a form post, because it refuses to change state on a foreign page's link. */
export function signOut(): void {
  const own = ownSignIn();
  if (own) return window.location.assign(own.sign_out);
  const form = document.createElement('form');
  form.method = 'post';
  form.action = `${portalPath()}/logout`;
  document.body.append(form);
  form.submit();
}
