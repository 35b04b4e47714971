import { badRequest } from '@cairn/service';
import { coversMostOf, readNetwork } from './network.ts';
import type { Network } from './network.ts';
import type { RuleFields } from './types.ts';

export interface RuleInput {
  name: string;
  cidr: string;
  authMethod: string;
  databaseName: string;
  roleName: string;
  enabled: boolean;
}

const MAX_NAME = 200;
const MAX_BYTES = 63;
/** Control characters and line separators would end the line; a backslash would join it with the next. */
const BREAKS_LINES = /[\p{C}\u2028\u2029\\]/u;
/** What a host-based authentication file takes for something else than a name. */
const WORDS = new Set(['all', 'replication', 'sameuser', 'samerole', 'samegroup']);

/** A rule as it may be kept, or a sentence. Names of databases and roles are plain names, whatever they look like. */
export function readRule(input: RuleInput): RuleFields {
  const network = readNetwork(input.cidr);
  if (typeof network === 'string') throw badRequest('dbadmin.bad_network', network);
  const databaseName = readLiteral('database', input.databaseName);
  const roleName = readLiteral('role', input.roleName);
  if (network.prefix === 0 && databaseName === '' && roleName === '') {
    throw badRequest(
      'dbadmin.rule_for_everybody',
      'This rule would let everybody in from everywhere; name a network, a database or a role.',
    );
  }
  return {
    name: readName(input.name),
    cidr: network.text,
    authMethod: readMethod(input.authMethod),
    databaseName,
    roleName,
    enabled: input.enabled,
  };
}

/** Rules that are harmless one by one may let everybody in together. */
export function checkBreadth(rules: RuleFields[]): void {
  const networks = rules
    .filter(({ enabled, databaseName, roleName }) => enabled && databaseName === '' && roleName === '')
    .map(({ cidr }) => readNetwork(cidr))
    .filter((network): network is Network => typeof network !== 'string');
  for (const family of [4, 6] as const) {
    if (!coversMostOf(networks, family)) continue;
    throw badRequest(
      'dbadmin.rules_too_wide',
      `The rules without a database and a role would together let in more than half of all IPv${family} addresses; name smaller networks, a database or a role.`,
    );
  }
}

function readName(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= MAX_NAME && !BREAKS_LINES.test(name)) return name;
  throw badRequest(
    'dbadmin.bad_rule_name',
    `The name of a rule is one line of 1 to ${MAX_NAME} characters without backslashes.`,
  );
}

function readMethod(method: string): RuleFields['authMethod'] {
  if (method === 'scram-sha-256' || method === 'md5') return method;
  throw badRequest(
    'dbadmin.bad_auth_method',
    method === 'trust'
      ? 'The method trust lets people in without a password and is not taken; use scram-sha-256.'
      : 'The method of a rule is scram-sha-256, or md5 where old clients need it.',
  );
}

/** One plain name, or empty for all; AppError `bad_request` otherwise. */
export function readLiteral(what: 'database' | 'role', name: string): string {
  if (name === '') return name;
  if (WORDS.has(name.toLowerCase())) {
    throw badRequest(
      'dbadmin.bad_rule_scope',
      `"${name}" has a meaning of its own in such files; leave the ${what} empty to mean all of them, or give its plain name.`,
    );
  }
  if (BREAKS_LINES.test(name) || /^[@+/]|[",]|^\s|\s$/u.test(name) || Buffer.byteLength(name) > MAX_BYTES) {
    throw badRequest(
      'dbadmin.bad_rule_scope',
      `The ${what} of a rule is one plain name of at most ${MAX_BYTES} bytes, without @, + or / in front and without commas, quotes and backslashes.`,
    );
  }
  return name;
}
