/**
 * The address below which a server's interface is: without query, slash at the end, and the path of the interface itself, which people
 * copy from documentation: `https://app.qfield.cloud/api/v1/` is `https://app.qfield.cloud`. Null for anything but a web address.
 */
export function toBaseUrl(address: string): string | null {
  const text = address.trim();
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  url.search = '';
  url.hash = '';
  return url.href.replace(/\/+$/, '').replace(/\/(api\/)?v[12]$/, '');
}
