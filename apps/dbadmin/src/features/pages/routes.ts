import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DbadminOperations } from '@cairn/contracts';
import { respond, sendAsset, streaming, unavailable } from '@cairn/service';
import type { Handlers } from '@cairn/service';

type Operation = 'home' | 'login' | 'appScript' | 'styleSheet' | 'terminalScript';

/** Redirects, and the files of the Vite build that have a fixed name; `pages` is its folder. */
export function pageRoutes({ pages }: { pages: string }): Handlers<DbadminOperations, Operation> {
  return {
    home: (_input, _actor, call) => respond(302, undefined, { Location: `${call.basePath}/databases` }),
    login: (_input, _actor, call) =>
      respond(303, undefined, {
        Location: `/login?next=${encodeURIComponent(`${call.basePath}/databases`)}`,
      }),
    appScript: asset(pages, 'app.js'),
    styleSheet: asset(pages, 'style.css'),
    terminalScript: asset(pages, 'terminal.js'),
  };
}

/** A file of the build under its own name, revalidated by its modification time. */
function asset(pages: string, name: string) {
  // It takes no parameters, so it fits every operation that serves a file.
  return streaming<any>(async ({ req, res }) => {
    const isBuilt = await stat(join(pages, name)).then(
      (file) => file.isFile(),
      () => false,
    );
    if (!isBuilt) {
      throw unavailable(
        'page.not_built',
        'The pages of this service are not built yet; run its build and reload.',
      );
    }
    await sendAsset(req, res, { folder: pages, name });
  });
}
