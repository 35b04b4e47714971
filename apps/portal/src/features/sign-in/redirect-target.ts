/**
 * The address after signing in: a path of this origin, or `home`. Browsers take `//host` and `/\host` for another site
 * and ignore tabs and line breaks, so the decoded path is checked too.
 */
export function redirectTarget(next: string | undefined, home: string): string {
  if (!next || !isLocalPath(next)) return home;
  try {
    if (!isLocalPath(decodeURIComponent(next))) return home;
  } catch {
    return home;
  }
  const base = 'http://portal.invalid';
  if (!URL.canParse(next, base)) return home;
  const url = new URL(next, base);
  if (url.origin !== base) return home;
  const target = `${url.pathname}${url.search}${url.hash}`;
  // `/.//evil` is a local path whose normal form is not.
  return isLocalPath(target) && !/\/(login|logout)$/.test(url.pathname) ? target : home;
}

function isLocalPath(path: string): boolean {
  return path.startsWith('/') && !path.startsWith('//') && !/[\\\p{Cc}]/u.test(path);
}
