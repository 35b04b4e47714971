import { NO_SUCH_PATH } from '@cairn/service/errors';

/** Where requests below a base path go. */
export interface Route {
  /** Name for messages and logs. */
  name: string;
  /** '' or '/vault'. */
  basePath: string;
  /** Origin of the web process: http://127.0.0.1:8883 */
  target: string;
}

export type Decision = { route: Route } | { refused: 400 | 404; sentence: string };

/**
 * Decides on the raw request target where a request goes. A base path matches whole segments (`/vault`, `/vault/x`,
 * never `/vaultX`) in exactly this spelling: an encoded, doubled or differently cased one goes to the portal, which has no such
 * page. Paths that lead elsewhere once decoded are refused, and so are internal paths.
 */
export function decide(target: string | undefined, routes: readonly Route[]): Decision {
  if (!target?.startsWith('/'))
    return { refused: 400, sentence: 'The address is not a path on this server.' };
  const path = target.split('?', 1)[0] ?? '';
  const segments = decodedSegments(path);
  if (!segments)
    return {
      refused: 400,
      sentence: 'The address contains characters that are not allowed. Check it and try again.',
    };
  if (isInternal(segments, routes)) return { refused: 404, sentence: NO_SUCH_PATH };
  const route = routes.find(
    ({ basePath }) => basePath !== '' && (path === basePath || path.startsWith(`${basePath}/`)),
  );
  const fallback = routes.find(({ basePath }) => basePath === '');
  const chosen = route ?? fallback;
  return chosen ? { route: chosen } : { refused: 404, sentence: NO_SUCH_PATH };
}

/** The segments of a path fully decoded, or null when one of them leads elsewhere: `..`, `%2e%2e`, `%252e`, `\`. */
function decodedSegments(path: string): string[] | null {
  const segments = [];
  for (const raw of path.split('/')) {
    const segment = fullyDecoded(raw);
    if (segment === null || segment === '.' || segment === '..' || /[/\\\0]/.test(segment)) return null;
    segments.push(segment);
  }
  return segments;
}

/** Decodes until nothing changes; some servers behind proxies decode twice. Null when it does not decode. */
function fullyDecoded(segment: string): string | null {
  let text = segment;
  for (let round = 0; round < 4; round += 1) {
    let next: string;
    try {
      next = decodeURIComponent(text);
    } catch {
      // A percent sign in a name, once decoded, is a percent sign; in the address itself it is an error.
      return round === 0 ? null : text;
    }
    if (next === text) return text;
    text = next;
  }
  return null;
}

function isInternal(segments: string[], routes: readonly Route[]): boolean {
  const [first, second] = segments.filter(Boolean).map((segment) => segment.toLowerCase());
  if (first === 'internal') return true;
  return second === 'internal' && routes.some(({ basePath }) => basePath === `/${first}`);
}
