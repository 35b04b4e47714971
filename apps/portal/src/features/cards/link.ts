/** Spaces, control characters and backslashes: browsers drop the first two and read the last as a slash. */
const UNSAFE = /[\s\\\p{Cc}]/u;

/**
 * Whether an address is safe as a link: an http(s) URL without credentials, or a path from the root of this site, but not
 * `//evil`, `/\evil` or `javascript:`.
 */
export function isSafeLink(text: string): boolean {
  if (UNSAFE.test(text)) return false;
  if (text.startsWith('/')) return !text.startsWith('//');
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return url.username === '' && url.password === '';
}

/** Paths of this site that change something or never are images. */
const NO_IMAGES = /^\/(login|logout|new-password|api|admin|internal)(\/|$)/i;

/** Whether the browser of every viewer may load an address as an image. */
export function isSafeImage(text: string): boolean {
  if (!isSafeLink(text)) return false;
  if (!text.startsWith('/')) return true;
  try {
    return !NO_IMAGES.test(decodeURIComponent(new URL(text, 'http://portal.invalid').pathname));
  } catch {
    return false;
  }
}

/** The link with `to` in place of the address `from`, also where a path, query or fragment follows, on any host. */
export function readdressedLink(link: string, from: string, to: string): string {
  const [, origin = '', path = ''] = /^(https?:\/\/[^/?#]*)?(.*)$/is.exec(link) ?? [];
  const rest = path.slice(from.length);
  return path.startsWith(from) && /^([/?#]|$)/.test(rest) ? origin + to + rest : link;
}
