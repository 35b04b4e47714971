import { badRequest, conflict, notFound, unprocessable } from '@cairn/service';

/** Errors for violations of constraints of the table of databases. */
export const CONSTRAINTS = {
  databases_name_key: {
    code: 'dbadmin.database_registered',
    message: 'This database is already registered.',
  },
};

export function noSuchDatabase(id: number) {
  return notFound('dbadmin.no_such_database', `There is no database ${id}. Choose one from the list.`);
}

export function databaseNotReady(name: string) {
  return conflict(
    'dbadmin.database_not_there',
    `"${name}" does not exist yet. Wait for the job that creates it, or check why it failed.`,
  );
}

export function databaseExists(name: string) {
  return conflict(
    'dbadmin.database_exists',
    `A database named "${name}" already exists on the server. Register it, or choose another name.`,
  );
}

export function databaseRegistered(name: string) {
  return conflict(
    'dbadmin.database_registered',
    `A database named "${name}" is already registered on this connection. Choose another name.`,
  );
}

/** `job` names the kind of the other job. */
export function databaseBusy(name: string, job: string, action: string) {
  return conflict(
    'dbadmin.database_busy',
    `A job is working on "${name}" (${job}). Wait for it or cancel it, then ${action}.`,
  );
}

export function databaseInUse(name: string, sessions: number) {
  const connected = sessions === 1 ? '1 session is' : `${sessions} sessions are`;
  return conflict(
    'dbadmin.database_in_use',
    `${connected} connected to "${name}". Nothing was changed. Close them, then try again.`,
  );
}

export function databaseGone(name: string) {
  return unprocessable(
    'dbadmin.database_gone',
    `The database "${name}" no longer exists on the server. Nothing was changed.`,
  );
}

/** A job that was cut off after it had created a database, which was then dropped. */
export function createdDatabaseGone() {
  return unprocessable(
    'dbadmin.copy_gone',
    'The database that this job created was dropped on the server. Start the job again.',
  );
}

/** For jobs: the database was unregistered after the request. */
export function databaseUnregistered() {
  return unprocessable('dbadmin.database_forgotten', 'The database is no longer registered.');
}

export function systemDatabase(name: string, action: string) {
  return badRequest('dbadmin.reserved_database', `"${name}" is a system database of the server. ${action}`);
}

export function nameNotConfirmed() {
  return badRequest(
    'dbadmin.name_not_confirmed',
    'confirm_name does not match the name of this database. Nothing was dropped.',
  );
}

export function noPostgis() {
  return conflict(
    'dbadmin.no_postgis',
    'PostGIS is not installed on this server. Ask its operator to install it, or create the database without.',
  );
}
