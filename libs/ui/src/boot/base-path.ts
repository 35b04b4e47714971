/** Path prefix of this service as the browser sees it, without a slash at the end: '' or '/vault'. */
export function basePath(): string {
  return withoutSlash(new URL(document.baseURI).pathname);
}

/** Path prefix of the portal: '' unless the server's `<meta name="cairn-portal">` says otherwise. */
export function portalPath(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="cairn-portal"]');
  return withoutSlash(meta?.content ?? '/');
}

/** Path prefix of a service: of the one that sent this page as the browser sees it, of others below the portal. */
export function servicePath(service: string): string {
  if (service === document.documentElement.dataset.service) return basePath();
  return portalPath() + (service === 'portal' ? '' : `/${service}`);
}

/** Whether the server refused the page at the address that the browser asked for. */
export function isRefused(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="cairn-status"]')?.content === '403';
}

/** Whether this page belongs to the portal itself. */
export function isPortal(): boolean {
  return basePath() === portalPath();
}

function withoutSlash(path: string): string {
  return path.replace(/\/+$/, '');
}
