import { pathNotAllowed } from './errors.ts';

const MAX_DECODES = 5;

/**
 * The path below a prefix such as `/analysis/`, as it was sent. What a server behind could read as a path that leads out of its base is
 * refused, however often it decodes. @throws {AppError} forbidden
 */
export function pathBelow(url: string, prefix: string): string {
  const [path = ''] = url.split('?', 1);
  // In front of it may be the base path of the service.
  const at = path.indexOf(prefix);
  if (at < 0) throw pathNotAllowed();
  const sent = path.slice(at + prefix.length);
  let text = sent;
  for (let n = 0; n < MAX_DECODES; n += 1) {
    if (!leadsDown(text)) throw pathNotAllowed();
    const decoded = decode(text);
    if (decoded === text) return sent;
    text = decoded;
  }
  throw pathNotAllowed();
}

function leadsDown(path: string): boolean {
  if (/[\\\p{Cc}]/u.test(path)) return false;
  const segments = path.split('/');
  // A slash at the end is that of a folder.
  return segments.every(
    (segment, n) => segment !== '.' && segment !== '..' && (segment !== '' || n === segments.length - 1),
  );
}

/** A percent sign that encodes nothing is kept. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/%[0-9A-Fa-f]{2}/g, (code) =>
      String.fromCharCode(Number.parseInt(code.slice(1), 16)),
    );
  }
}
