import type { RequestHandler } from 'express';
import { sendPage } from './pages.ts';

/**
 * Lets administrators of the platform through: others' mails have their names, addresses and links. The portal says who the caller is;
 * while it does not answer, nobody is let through.
 */
export function requireAdministrator(portalUrl: string): RequestHandler {
  return async (request, response, next) => {
    const me = await askPortal(portalUrl, request.headers.cookie);
    if (me === null) {
      return sendPage(response, 503, {
        title: 'Service unavailable',
        body: '<p>The portal does not answer at the moment. Try again in a few seconds.</p>',
      });
    }
    if (!me.authenticated) {
      return response.redirect(303, `/login?next=${encodeURIComponent(request.originalUrl)}`);
    }
    if (!me.admin) {
      return sendPage(response, 403, {
        title: 'Access denied',
        body: '<p>Only administrators can see the mails of this installation.</p>',
      });
    }
    next();
  };
}

interface Me {
  authenticated: boolean;
  admin: boolean;
}

async function askPortal(portalUrl: string, cookie = ''): Promise<Me | null> {
  try {
    const response = await fetch(`${portalUrl}/api/me`, {
      headers: { cookie },
      signal: AbortSignal.timeout(5_000),
    });
    return response.ok ? ((await response.json()) as Me) : null;
  } catch {
    return null;
  }
}
