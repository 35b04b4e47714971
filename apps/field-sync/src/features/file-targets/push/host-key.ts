import { createHash } from 'node:crypto';

/** Fingerprint of the key of a line of known_hosts, as `ssh-keygen -l` shows it, with the kind of key. */
export function fingerprintOf(line: string): string {
  const [, kind = '', key = ''] = line.trim().split(/\s+/);
  const digest = createHash('sha256').update(Buffer.from(key, 'base64')).digest('base64');
  return `${kind} SHA256:${digest.replace(/=+$/, '')}`;
}

/** The fingerprint of the key that the server sent, from what ssh prints at log level DEBUG1; null before that. */
export function sentFingerprint(output: string): string | null {
  const [, kind, fingerprint] = /Server host key: (\S+) (SHA256:[A-Za-z0-9+/]+)/.exec(output) ?? [];
  return kind && fingerprint ? `${kind} ${fingerprint}` : null;
}
