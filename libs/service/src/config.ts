import { Ajv } from 'ajv';
import type { ErrorObject, ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { isNetwork } from './outbound/address-check.ts';
import { areEncryptionKeys } from './secret-box.ts';

/** Configuration of every web process, from its environment. */
export interface ServiceConfig {
  /** Address to listen on; 127.0.0.1 unless HOST is set. */
  host: string;
  port: number;
  /** Port of /metrics and /readyz for the operator; never behind the front door. */
  internalPort: number;
  /** '' or '/vault'. */
  basePath: string;
  /** External origin such as https://maps.example.org, without a path. */
  publicUrl?: string;
  /** Addresses or networks whose X-Forwarded-* headers count. */
  trustedProxies: string[];
  logLevel: string;
  nodeEnv: 'production' | 'development' | 'test';
}

/** Property names are the names of environment variables. */
export interface ConfigSchema {
  properties: Record<string, Record<string, unknown>>;
  required?: readonly string[];
}

type Environment = Record<string, string | undefined>;

/** Thrown when the environment is not usable; its message has one sentence for each problem. */
export class ConfigError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

export const PREFIX_PATTERN = /^(\/[A-Za-z0-9._-]+)+$/;
const SECRET_EXAMPLE =
  /change[-_ ]?me|example|replace|placeholder|your[-_ ]|default|insecure|^(.)\1+$|^(secret|password)+$/i;

const FORMATS: Record<string, { test: (value: string) => boolean; sentence: string }> = {
  secret: {
    test: (value) => isSecret(value, 32),
    sentence: 'must be a secret of your own of at least 32 bytes; generate one with: openssl rand -hex 32',
  },
  // Another service made it, and decides on its length.
  'client-secret': {
    test: (value) => isSecret(value, 16),
    sentence: 'must be the secret that the identity provider issued, of at least 16 bytes',
  },
  'base-path': {
    test: (value) => value === '/' || isPathPrefix(value.replace(/\/$/, '')),
    sentence: 'must be a path such as /vault',
  },
  origin: { test: isOrigin, sentence: 'must be an origin such as https://maps.example.org, without a path' },
  networks: {
    test: (value) => splitList(value).every(isNetwork),
    sentence: 'must be networks, separated by commas, such as 10.20.0.0/16,fd12::/32',
  },
  'encryption-keys': {
    test: areEncryptionKeys,
    sentence:
      'must be keys such as 2026a:<32 bytes in base64>, separated by commas; generate one with: echo "2026a:$(openssl rand -base64 32)"',
  },
  'database-url': {
    test: isDatabaseUrl,
    sentence:
      'must be an address that names a database, such as postgres://user:password@127.0.0.1:5432/cairn',
  },
  uri: { test: URL.canParse, sentence: 'must be an address such as http://127.0.0.1:8888' },
};

function isSecret(value: string, minBytes: number): boolean {
  return Buffer.byteLength(value) >= minBytes && !SECRET_EXAMPLE.test(value) && new Set(value).size >= 8;
}

/** Without a database name, the driver would use the database with the name of the role. */
function isDatabaseUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, pathname } = new URL(value);
  return /^postgres(ql)?:$/.test(protocol) && pathname.length > 1;
}

/** Whether a text is a safe mount path: never //, never dots alone. */
export function isPathPrefix(value: string): boolean {
  return value.length <= 200 && PREFIX_PATTERN.test(value) && !/\/\.{1,2}(\/|$)/.test(value);
}

/** The entries of a text, separated by commas. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return /^https?:$/.test(url.protocol) && `${url.origin}` === value.replace(/\/$/, '');
}

const ajv = new Ajv({
  ...{ allErrors: true, coerceTypes: true, useDefaults: true },
  // Our own schemas: compiling the one that checks them takes longer than all the rest.
  ...{ strictSchema: false, validateSchema: false },
});
addFormats.default(ajv);
for (const [name, { test }] of Object.entries(FORMATS)) ajv.addFormat(name, test);

/** By the text of their schema: tests start a service again and again in one process. */
const validators = new Map<string, ValidateFunction>();

function validatorOf(schema: ConfigSchema): ValidateFunction {
  const text = JSON.stringify(schema);
  const known = validators.get(text) ?? ajv.compile({ type: 'object', ...schema });
  validators.set(text, known);
  return known;
}

/**
 * Reads the variables of the schema and converts them to their types ("8080" -> 8080); empty means unset.
 * Formats beyond the usual ones are `secret` (at least 32 bytes, no example), `client-secret` (16 bytes), `base-path`, `origin`,
 * `networks`, `encryption-keys` and `database-url`.
 * @throws {ConfigError} with one sentence for each problem
 */
export function readConfig<T>(schema: ConfigSchema, env: Environment): T {
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(schema.properties)) {
    if (env[name] !== undefined && env[name] !== '') values[name] = env[name];
  }
  const validate = validatorOf(schema);
  if (validate(values)) return values as T;
  throw new ConfigError((validate.errors ?? []).map(sentence));
}

function sentence(error: ErrorObject): string {
  const name = error.instancePath.slice(1) || String(error.params.missingProperty ?? 'The environment');
  if (error.keyword === 'required') return `${name} is not set; set it in the environment.`;
  if (error.keyword === 'format') {
    const format = FORMATS[String(error.params.format)];
    return `${name} ${format ? format.sentence : `must be a valid ${String(error.params.format)}`}.`;
  }
  if (error.keyword === 'enum')
    return `${name} must be one of ${(error.params.allowedValues as unknown[]).join(', ')}.`;
  return `${name} ${error.message ?? 'is not usable'}.`;
}

interface ServiceEnvironment {
  HOST: string;
  PORT: number;
  INTERNAL_PORT?: number;
  BASE_PATH: string;
  PUBLIC_URL?: string;
  TRUSTED_PROXIES: string;
  LOG_LEVEL: string;
  NODE_ENV: ServiceConfig['nodeEnv'];
}

/**
 * HOST, PORT, INTERNAL_PORT (PORT + 1000 when unset), BASE_PATH, PUBLIC_URL, TRUSTED_PROXIES (comma separated),
 * LOG_LEVEL and NODE_ENV, which counts as production when unset.
 */
export function readServiceConfig(
  env: Environment,
  defaults: { port: number; basePath?: string },
): ServiceConfig {
  const port = { type: 'integer', minimum: 0, maximum: 65535 };
  const values = readConfig<ServiceEnvironment>(
    {
      properties: {
        HOST: { type: 'string', default: '127.0.0.1' },
        PORT: { ...port, default: defaults.port },
        INTERNAL_PORT: port,
        BASE_PATH: { type: 'string', format: 'base-path', default: defaults.basePath ?? '/' },
        PUBLIC_URL: { type: 'string', format: 'origin' },
        TRUSTED_PROXIES: { type: 'string', default: 'loopback' },
        LOG_LEVEL: {
          type: 'string',
          enum: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
          default: 'info',
        },
        NODE_ENV: { type: 'string', enum: ['production', 'development', 'test'], default: 'production' },
      },
    },
    env,
  );
  return {
    host: values.HOST,
    port: values.PORT,
    internalPort: values.INTERNAL_PORT ?? (values.PORT === 0 ? 0 : (values.PORT + 1000) % 65536),
    basePath: values.BASE_PATH.replace(/\/$/, ''),
    ...(values.PUBLIC_URL ? { publicUrl: new URL(values.PUBLIC_URL).origin } : {}),
    trustedProxies: splitList(values.TRUSTED_PROXIES),
    logLevel: values.LOG_LEVEL,
    nodeEnv: values.NODE_ENV,
  };
}
