import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { topology } from '../topology.ts';

/** The secrets of the platform in one data directory; never logged. */
export interface Secrets {
  postgres: string;
  redis: string;
  service: string;
  /** ENCRYPTION_KEYS: without them, stored passwords cannot be decrypted. */
  sealing: string;
  /** Password of the administrator `admin` as it was at the first start. */
  admin: string;
  /** Password of the sample user without administrator rights. */
  sampleUser: string;
  /** Password of the login that reads the sample database. */
  sampleReader: string;
  /** Password of the role that owns the database of the sample field project. */
  fieldRole: string;
  /** Password by database role. */
  roles: Record<string, string>;
  /** Set once the sample data is loaded. */
  seeded?: boolean;
  /** Set once the sample database is a datasource; older data folders have a report server since later. */
  sampleDatasource?: boolean;
  /** Set once the sample reports are registered; older data folders have report management since later. */
  sampleReports?: boolean;
  /** Set once the sample field project is there; older data folders have field sync since later. */
  sampleFieldProject?: boolean;
}

/** Reads `secrets.json` (mode 0600) of the data directory; missing ones are generated and saved. */
export function loadSecrets(dataDir: string, adminPassword?: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  const known: Partial<Secrets> = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>)
    : {};
  const secrets: Secrets = {
    postgres: known.postgres ?? secret(24),
    redis: known.redis ?? secret(24),
    service: known.service ?? secret(48),
    sealing: known.sealing ?? `first:${randomBytes(32).toString('base64')}`,
    admin: known.admin ?? adminPassword ?? readable(),
    sampleUser: known.sampleUser ?? readable(),
    sampleReader: known.sampleReader ?? secret(24),
    fieldRole: known.fieldRole ?? secret(24),
    roles: Object.fromEntries(topology.map(({ schema }) => [schema, known.roles?.[schema] ?? secret(24)])),
    ...(known.seeded ? { seeded: true } : {}),
    ...(known.sampleDatasource ? { sampleDatasource: true } : {}),
    ...(known.sampleReports ? { sampleReports: true } : {}),
    ...(known.sampleFieldProject ? { sampleFieldProject: true } : {}),
  };
  saveSecrets(dataDir, secrets);
  return secrets;
}

export function saveSecrets(dataDir: string, secrets: Secrets): void {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'secrets.json');
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  chmodSync(`${file}.new`, 0o600);
  renameSync(`${file}.new`, file);
}

function secret(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

/** A password that people can type: four groups without look-alikes, 77 random bits. */
function readable(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const characters = Array.from({ length: 16 }, () => letters[randomIndex(letters.length)]);
  return [0, 4, 8, 12].map((start) => characters.slice(start, start + 4).join('')).join('-');
}

function randomIndex(count: number): number {
  const limit = 256 - (256 % count);
  for (;;) {
    const [byte = 0] = randomBytes(1);
    if (byte < limit) return byte % count;
  }
}
