import { expect, test } from '@jest/globals';
import {
  connectionOf,
  MANUAL,
  NEW,
  NO_SPATIAL_DB,
  quickImportFields,
  spatialDbFields,
  spatialDbProblems,
} from './spatialdb.ts';

const filled = {
  ...NO_SPATIAL_DB,
  enabled: true,
  target: MANUAL,
  host: ' db.example.org ',
  dbname: 'gis',
  user: 'mara',
};

test('nothing is validated or sent while the section is off', () => {
  expect(spatialDbProblems(NO_SPATIAL_DB)).toEqual([]);
  expect(spatialDbFields({ ...filled, enabled: false, password: 'secret' })).toEqual({});
});

test('host, database, user and a valid port are required', () => {
  expect(spatialDbProblems({ ...NO_SPATIAL_DB, enabled: true, target: MANUAL })).toEqual([
    'host',
    'dbname',
    'user',
  ]);
  expect(spatialDbProblems({ ...filled, port: '70000' })).toEqual(['port']);
  expect(spatialDbProblems({ ...filled, host: '/var/run/postgresql' })).toEqual(['host']);
  expect(spatialDbProblems(filled)).toEqual([]);
});

test('the fields have the names of the contract, and empty ones are left out', () => {
  expect(spatialDbFields({ ...filled, table: 'roads', port: '' })).toEqual({
    spatialdb_import: 'true',
    spatialdb_host: 'db.example.org',
    spatialdb_port: '5432',
    spatialdb_dbname: 'gis',
    spatialdb_user: 'mara',
    spatialdb_sslmode: 'prefer',
    spatialdb_schema: 'public',
    spatialdb_table_name: 'roads',
    spatialdb_mode: 'create',
  });
});

test('a saved connection is identified by its id', () => {
  expect(connectionOf('connection:5')).toBe(5);
  for (const target of ['5', NEW, MANUAL, '']) expect(connectionOf(target)).toBeNull();
  const target = 'connection:5';
  const values = { ...NO_SPATIAL_DB, enabled: true, target, connectionId: connectionOf(target) };
  expect(spatialDbProblems(values)).toEqual([]);
  expect(quickImportFields(values)).toEqual({
    spatialdb_connection_id: '5',
    schema: 'public',
    mode: 'create',
  });
});

test('a registered database is identified by its connection only', () => {
  const known = { ...NO_SPATIAL_DB, enabled: true, target: '7', password: 'secret' };
  expect(spatialDbProblems(known)).toEqual(['target']);
  expect(spatialDbProblems({ ...known, connectionId: 3 })).toEqual([]);
  expect(spatialDbFields({ ...known, connectionId: 3 })).toEqual({
    spatialdb_import: 'true',
    spatialdb_connection_id: '3',
    spatialdb_schema: 'public',
    spatialdb_mode: 'create',
  });
});

test('a new database needs a server and a name, and its tables are in the schema public', () => {
  const fresh = { ...filled, target: NEW, schema: 'gis' };
  expect(spatialDbProblems(fresh)).toEqual(['server', 'newName']);
  const complete = { ...fresh, server: '2', newName: ' atlas ' };
  expect(spatialDbProblems(complete)).toEqual([]);
  const destination = {
    spatialdb_destination: 'new',
    spatialdb_connection_id: '2',
    spatialdb_new_database_name: 'atlas',
  };
  expect(spatialDbFields(complete)).toEqual({
    spatialdb_import: 'true',
    ...destination,
    spatialdb_schema: 'public',
    spatialdb_mode: 'create',
  });
  expect(quickImportFields({ ...complete, table: 'roads' })).toEqual({
    ...destination,
    schema: 'public',
    table_name: 'roads',
    mode: 'create',
  });
});

test('a source that names its tables itself gets no name and no mode', () => {
  const values = { ...NO_SPATIAL_DB, enabled: true, target: 'connection:5', connectionId: 5, table: 'roads' };
  expect(quickImportFields(values, { newTablesOnly: true })).toEqual({
    spatialdb_connection_id: '5',
    schema: 'public',
  });
});

test('the owner of a new database needs a name, and a new one also a password', () => {
  const fresh = { ...NO_SPATIAL_DB, enabled: true, target: NEW, server: '2', newName: 'atlas' };
  expect(spatialDbProblems({ ...fresh, owner: 'existing' })).toEqual(['ownerName']);
  expect(spatialDbProblems({ ...fresh, owner: 'new' })).toEqual(['ownerName', 'ownerPassword']);
  const owned = { ...fresh, ownerName: ' surveyor ', ownerPassword: 'long enough' };
  expect(spatialDbProblems({ ...owned, owner: 'new' })).toEqual([]);
  expect(quickImportFields({ ...owned, owner: 'new' })).toMatchObject({
    spatialdb_owner_mode: 'new',
    spatialdb_owner_username: 'surveyor',
    spatialdb_owner_password: 'long enough',
  });
  expect(quickImportFields({ ...owned, owner: 'existing' })).not.toHaveProperty('spatialdb_owner_password');
  expect(quickImportFields({ ...owned, owner: 'default' })).not.toHaveProperty('spatialdb_owner_username');
});
