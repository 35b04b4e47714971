const MAX_LENGTH = 200;

/**
 * The part of an error page of another server that helps: its first sentence, without tags, stack traces, paths and secrets. GeoServer
 * writes the bare message of an exception, as text or as a page of its servlet container.
 */
export function quoteServerText(text: string, { secrets }: { secrets: string[] }): string {
  const start = text.slice(0, 20_000);
  // The title of an error page of Tomcat or Jetty repeats the status and the message.
  const title = /<title>([^<]*)<\/title>/i.exec(start)?.[1];
  const plain = (title ?? start.replace(/<[^>]*>/g, ' '))
    .replace(/&lt;|&gt;|&quot;|&#\d+;|&amp;/g, ' ')
    .split(/\s*[\r\n]+\s*/)
    .find((line) => line.trim() !== '' && !/^\s*at\s+[\w.$]+\(/.test(line));
  const first = (plain ?? '')
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\bat\s+[\w.$]+\([^)]*\).*$/, '')
    .replace(/\b[\w-]+(?:\.[\w-]+){2,}(?:Exception|Error)\b:?/g, '')
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '…')
    .replace(/(?:[A-Za-z]:)?(?:[\\/][\w.~ -]+){2,}/g, '…')
    .replace(/\b(passw\w*|pwd|secret|token)\b\s*[=:]\s*\S+/gi, '$1 …')
    .replace(/\s+/g, ' ')
    .trim();
  // Secrets may be cut in pieces by the replacements above, so a text that had one is not quoted at all.
  if (secrets.some((secret) => secret.length > 2 && text.includes(secret))) return '';
  return first.length > MAX_LENGTH ? `${first.slice(0, MAX_LENGTH)}…` : first;
}
