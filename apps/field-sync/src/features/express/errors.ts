import { badRequest, conflict, notFound, unprocessable } from '@cairn/service';
import type { AppError } from '@cairn/service';

export function noDatabases(): AppError {
  return unprocessable(
    'field_sync.express_no_databases',
    'No database can be created here. Sign in on a platform that has database administration, or ask the operator to set EXPRESS_ADMIN_URL.',
  );
}

export function noDatabaseServer(): AppError {
  return unprocessable(
    'field_sync.express_no_server',
    'Database administration lists no server on which you can create a database. Add one there, or ask for edit access.',
  );
}

export function severalDatabaseServers(servers: readonly { id: number; name: string }[]): AppError {
  const names = servers.map(({ id, name }) => `${id} for "${name}"`).join(', ');
  return badRequest(
    'field_sync.express_choose_server',
    `There are several servers for the database. Send connection_id: ${names}.`,
  );
}

export function databaseLate(name: string): AppError {
  return conflict(
    'field_sync.express_database_late',
    `The server has not created the database "${name}" yet. Send the form again in a minute.`,
  );
}

export function otherPlace(name: string): AppError {
  return conflict(
    'field_sync.express_other_place',
    `The database "${name}" was begun where nothing can be made from here. Repeat this as it was sent at first, or ask the operator for EXPRESS_ADMIN_URL as it was.`,
  );
}

export function serverRefuses(what: string, words: string): AppError {
  return unprocessable('field_sync.express_refused', `The database server does not ${what}: ${words}`);
}

export function noPostgis(words: string): AppError {
  return unprocessable(
    'field_sync.express_no_postgis',
    `PostGIS cannot be installed in the new database: ${words} Have EXPRESS_ADMIN_URL name a superuser, or install PostGIS in template1.`,
  );
}

export function noGeopackage(label: string): AppError {
  return unprocessable(
    'field_sync.express_no_geopackage',
    `The project ${label} has no GeoPackage. Add one in the field application, then try again.`,
  );
}

export function severalGeopackages(label: string, paths: readonly string[]): AppError {
  const listed = paths.slice(0, 20).join(', ');
  return badRequest(
    'field_sync.express_choose_geopackage',
    `The project ${label} has several GeoPackages. Send geopackage with one of them: ${listed}.`,
  );
}

export function alreadyRunning(): AppError {
  return conflict(
    'field_sync.express_running',
    'This project is being set up by another request. Try again in a few seconds.',
  );
}

export function noSuchSetup(id: number): AppError {
  return notFound('field_sync.no_such_express', `There is nothing to remove with the id ${id}.`);
}

export function setupComplete(name: string): AppError {
  return conflict(
    'field_sync.express_complete',
    `"${name}" is complete and runs. Stop and delete the project on its page instead.`,
  );
}
