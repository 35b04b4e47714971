import { badRequest } from '@cairn/service';
import {
  badAuthMethod,
  badRuleName,
  badScope,
  reservedWord,
  ruleForEverybody,
  rulesTooWide,
} from './errors.ts';
import { coversMajority, readNetwork } from './network.ts';
import type { Network } from './network.ts';
import type { RuleFields } from './types.ts';

export type RuleInput = Omit<RuleFields, 'authMethod'> & { authMethod: string };

const MAX_NAME = 200;
const MAX_BYTES = 63;
/** Control characters and line separators would end the line; a backslash would join it with the next. */
const BREAKS_LINES = /[\p{C}\u2028\u2029\\]/u;
/** Keywords of pg_hba.conf. */
const KEYWORDS = new Set(['all', 'replication', 'sameuser', 'samerole', 'samegroup']);

/** Validates a rule. Names of databases and roles are plain names, never patterns. @throws {AppError} bad_request */
export function readRule(input: RuleInput): RuleFields {
  const network = readNetwork(input.cidr);
  if (typeof network === 'string') throw badRequest('dbadmin.bad_network', network);
  const databaseName = readLiteral('database', input.databaseName);
  const roleName = readLiteral('role', input.roleName);
  if (network.prefix === 0 && databaseName === '' && roleName === '') throw ruleForEverybody();
  return {
    name: readName(input.name),
    cidr: network.text,
    authMethod: readMethod(input.authMethod),
    databaseName,
    roleName,
    enabled: input.enabled,
  };
}

/** Rules that are narrow one by one may together allow everyone. @throws {AppError} bad_request */
export function refuseWideRules(rules: RuleFields[]): void {
  const networks = rules
    .filter(({ enabled, databaseName, roleName }) => enabled && databaseName === '' && roleName === '')
    .map(({ cidr }) => readNetwork(cidr))
    .filter((network): network is Network => typeof network !== 'string');
  for (const family of [4, 6] as const) {
    if (coversMajority(networks, family)) throw rulesTooWide(family);
  }
}

function readName(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= MAX_NAME && !BREAKS_LINES.test(name)) return name;
  throw badRuleName(MAX_NAME);
}

function readMethod(method: string): RuleFields['authMethod'] {
  if (method === 'scram-sha-256' || method === 'md5') return method;
  throw badAuthMethod(method);
}

/** Validates a plain name, or an empty one for all. @throws {AppError} bad_request */
export function readLiteral(what: 'database' | 'role', name: string): string {
  if (name === '') return name;
  if (KEYWORDS.has(name.toLowerCase())) throw reservedWord(what, name);
  if (BREAKS_LINES.test(name) || /^[@+/]|[",]|^\s|\s$/u.test(name) || Buffer.byteLength(name) > MAX_BYTES) {
    throw badScope(what, MAX_BYTES);
  }
  return name;
}
