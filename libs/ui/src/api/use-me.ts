import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { portalPath } from '../boot/base-path.ts';
import type { ApiError } from './api-error.ts';
import { requestJson } from './request.ts';

export interface Me {
  authenticated: boolean;
  user: { username: string; email: string | null; groups: string[] } | null;
  admin: boolean;
  server_time: string;
}

export const meKey = ['cairn', 'me'] as const;

/** Who is signed in, from the portal, whichever service shows the page. */
export function useMe(): UseQueryResult<Me, ApiError> {
  return useQuery<Me, ApiError>({
    queryKey: meKey,
    queryFn: ({ signal }) => requestJson<Me>(`${portalPath()}/api/me`, { signal }),
    staleTime: 30_000,
  });
}

/** Address of the sign-in page that leads back to where the person is. */
export function signInAddress(): string {
  const here = window.location.pathname + window.location.search;
  return `${portalPath()}/login?next=${encodeURIComponent(here)}`;
}

/** Ends the session. A form post, because the server refuses to change state on a foreign page's link. */
export function signOut(): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = `${portalPath()}/logout`;
  document.body.append(form);
  form.submit();
}
