import { AppError, badRequest, conflict, unavailable } from '@cairn/service';

export function tooManyTerminals(message: string): AppError {
  return new AppError({ kind: 'too_many', code: 'dbadmin.too_many_terminals', message });
}

/** `problem` says what is wrong with the message. */
export function badControlMessage(problem: string) {
  return badRequest('dbadmin.bad_control_message', `This control message is not valid: ${problem}`);
}

export function shellOff(reason: string) {
  return unavailable('dbadmin.shell_off', reason);
}

export function connectionChanged(): AppError {
  return conflict(
    'dbadmin.connection_changed',
    'The connection was changed after this terminal was opened. Open a new one.',
  );
}

/** For everything that is not an allowed command. */
export function commandError(message: string) {
  return badRequest('dbadmin.command_refused', message);
}

export function connectionRequired() {
  return badRequest(
    'dbadmin.no_connection',
    'This command needs a server. Open the terminal on a connection.',
  );
}

export function programMissing(name: string) {
  return unavailable('dbadmin.no_program', `"${name}" is not installed on this machine.`);
}

export function noMachinePrograms(names: readonly string[]) {
  return conflict(
    'dbadmin.no_programs',
    `None of ${names.join(', ')} is installed on this machine. Choose a connection.`,
  );
}

export function cannotReload() {
  return conflict('dbadmin.may_not_reload', 'The admin role of this connection may not reload the server.');
}

export function cannotRestart(reason: string) {
  return conflict('dbadmin.cannot_restart', `The server cannot be restarted from here. ${reason}`);
}

export function noMachineLog(reason: string) {
  return conflict('dbadmin.no_journal', `${reason} Choose a connection to see the log of its server.`);
}

export function logNotCollected() {
  return conflict(
    'dbadmin.log_not_collected',
    'The server does not collect its log (logging_collector is off), and it is not a service of this machine.',
  );
}

/** `grants` are the statements that a superuser can run. */
export function cannotReadLog(database: string, grants: string) {
  return conflict(
    'dbadmin.may_not_read_log',
    `The admin role of this connection may not read the log. A superuser can grant it in the database ${database}: ${grants}`,
  );
}
