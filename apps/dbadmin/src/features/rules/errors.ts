import { badGateway, badRequest, conflict, notFound, unprocessable } from '@cairn/service';

/** Errors for violations of constraints of the table of rules. */
export const CONSTRAINTS = {
  rules_name_key: {
    code: 'dbadmin.rule_name_taken',
    message: 'A rule with this name already exists. Choose another name.',
  },
};

export function noSuchRule(id: number) {
  return notFound('dbadmin.no_such_rule', `This connection has no rule ${id}. Choose one from the list.`);
}

export function tooManyRules(limit: number) {
  return conflict(
    'dbadmin.too_many_rules',
    `A connection has at most ${limit} rules. Delete some of them first.`,
  );
}

export function badOrder() {
  return badRequest(
    'dbadmin.bad_order',
    'The order must contain each rule of the connection once. Reload the rules.',
  );
}

export function nothingToUndo() {
  return conflict('dbadmin.nothing_to_undo', 'There are no applied rules to undo.');
}

export function noHbaPath() {
  return conflict(
    'dbadmin.no_hba_path',
    'The location of pg_hba.conf is not set. Set the path, or paste the block yourself.',
  );
}

export function notTheHbaFile(path: string) {
  return conflict(
    'dbadmin.not_the_hba_file',
    `The server no longer uses ${path} as its pg_hba.conf. Set the path again.`,
  );
}

export function hbaFileElsewhere(path: string) {
  return conflict(
    'dbadmin.hba_file_elsewhere',
    `${path} is on another machine, or this service cannot access it. Paste the block at the top of the file there, and reload the configuration.`,
  );
}

/** The server may name any file as its own. */
export function notAnHbaFile(path: string) {
  return conflict(
    'dbadmin.hba_file_odd',
    `${path} does not belong to the account of the server, or is not named like a pg_hba.conf file. Paste the block yourself.`,
  );
}

export function notARegularFile(path: string) {
  return conflict(
    'dbadmin.hba_file_odd',
    `${path} is not a regular file with a single name. Paste the block yourself.`,
  );
}

export function hbaFileUnreadable(path: string, reason: string | undefined) {
  return conflict(
    'dbadmin.hba_file_unreadable',
    `This service cannot read ${path} (${reason}). Give it permission to read the file, or paste the block yourself.`,
  );
}

export function hbaFolderNotWritable(folder: string, reason: string | undefined) {
  return conflict(
    'dbadmin.hba_folder_not_writable',
    `This service cannot write to ${folder} as its owner would (${reason}). Give it permission to write there, or paste the block yourself.`,
  );
}

/** While a new version was prepared. */
export function hbaFileModified(path: string) {
  return conflict('dbadmin.hba_file_changed', `${path} was just changed by someone else. Check it again.`);
}

/** Since the rules were applied. */
export function hbaFileEdited() {
  return conflict(
    'dbadmin.hba_file_changed',
    'The file was edited by hand after the rules were applied, and undoing would lose these edits. Revert them by hand, or apply the rules again first.',
  );
}

export function hbaFileBroken(error: string) {
  return conflict('dbadmin.hba_file_broken', `The file already has errors (${error}). Fix them first.`);
}

export function markersUnclear() {
  return conflict(
    'dbadmin.markers_unclear',
    'The file does not contain exactly one block of rules: its BEGIN and END lines were edited by hand. Remove all of them, or leave one pair.',
  );
}

export function cannotReadRules() {
  return conflict(
    'dbadmin.admin_may_not',
    'The admin role of this connection cannot read pg_hba_file_rules. Grant it SELECT on that view and EXECUTE on the function pg_hba_file_rules(), or connect as a superuser.',
  );
}

export function cannotReadOrReload() {
  return conflict(
    'dbadmin.admin_may_not',
    'The admin role of this connection cannot read pg_hba_file_rules or cannot reload the configuration. Grant it both, or paste the block yourself.',
  );
}

export function oddClientAddress() {
  return badGateway(
    'dbadmin.odd_client_address',
    'The server does not report the address that this service connects from, so the rules cannot be written safely. Check that this is the server that you expect.',
  );
}

export function fileRejected(problem: string) {
  return unprocessable(
    'dbadmin.file_refused',
    `The server rejected the file (${problem}). The previous file was restored.`,
  );
}

export function lockedOut(reason: string) {
  return unprocessable(
    'dbadmin.locked_out',
    `With these rules the server rejects our own login (${reason}). The previous file was restored.`,
  );
}

export function ruleForEverybody() {
  return badRequest(
    'dbadmin.rule_for_everybody',
    'This rule would let everyone connect from anywhere. Enter a network, a database or a role.',
  );
}

export function rulesTooWide(family: 4 | 6) {
  return badRequest(
    'dbadmin.rules_too_wide',
    `The rules without a database and a role would together allow more than half of all IPv${family} addresses. Enter smaller networks, a database or a role.`,
  );
}

export function badRuleName(maxLength: number) {
  return badRequest(
    'dbadmin.bad_rule_name',
    `The name of a rule must be a single line of 1 to ${maxLength} characters without backslashes.`,
  );
}

export function badAuthMethod(method: string) {
  return badRequest(
    'dbadmin.bad_auth_method',
    method === 'trust'
      ? 'The method trust allows connections without a password and is not supported. Use scram-sha-256.'
      : 'The authentication method must be scram-sha-256, or md5 for old clients.',
  );
}

export function reservedWord(what: 'database' | 'role', name: string) {
  return badRequest(
    'dbadmin.bad_rule_scope',
    `"${name}" is a keyword in pg_hba.conf. Leave the ${what} empty to include all, or enter a plain name.`,
  );
}

export function badScope(what: 'database' | 'role', maxBytes: number) {
  return badRequest(
    'dbadmin.bad_rule_scope',
    `The ${what} of a rule must be a single name of at most ${maxBytes} bytes. It must not start with @, + or /, or contain commas, quotes or backslashes.`,
  );
}
