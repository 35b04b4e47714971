/** An address in which one segment of the path names a thing by its key, after the thing got another key. */
export function renamedLink(link: string, oldKey: string, newKey: string): string {
  const [, origin = '', path = '', rest = ''] = /^(https?:\/\/[^/?#]*)?([^?#]*)(.*)$/is.exec(link) ?? [];
  const segments = path
    .split('/')
    .map((segment) => (decoded(segment) === oldKey ? encodeURIComponent(newKey) : segment));
  return origin + segments.join('/') + rest;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
