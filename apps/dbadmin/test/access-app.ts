import { expect } from '@jest/globals';
import pg from 'pg';
import { startOnTestServer } from './test-app.ts';

const CONTENTS = `
  CREATE EXTENSION postgis;
  CREATE SCHEMA cadastre;
  CREATE TABLE cadastre.parcels (id serial PRIMARY KEY, name text);
  INSERT INTO cadastre.parcels (name) VALUES ('a'), ('b');
  CREATE VIEW public.parcel_names AS SELECT name FROM cadastre.parcels;
  CREATE MATERIALIZED VIEW public.parcel_count AS SELECT count(*) FROM cadastre.parcels;
  CREATE TABLE public."odd ""table; name" (a int);
  CREATE ROLE surveyor LOGIN;
  CREATE SCHEMA surveys AUTHORIZATION surveyor;
  CREATE TABLE surveys.points (a int);
  ALTER TABLE surveys.points OWNER TO surveyor;
  REVOKE ALL ON DATABASE gis FROM PUBLIC`;

/** A database with tables of several owners, and the roles ana and ben, who have no access to it yet. */
export async function startAccessApp() {
  const it = await startOnTestServer();

  async function register(connectionId: number, name: string): Promise<number> {
    const { rows } = await it.app.admin.query(
      'INSERT INTO dbadmin.databases (connection_id, name) VALUES ($1, $2) RETURNING id',
      [connectionId, name],
    );
    return Number(rows[0].id);
  }

  async function may(user: string, sql: string, database = 'gis'): Promise<boolean> {
    const client = new pg.Client({ connectionString: it.server.url(database, { user, password: user }) });
    try {
      await client.connect();
      await client.query('BEGIN');
      await client.query(sql);
      return true;
    } catch (error) {
      // Refused, and not failed for some other reason.
      expect((error as { code?: string }).code).toBe('42501');
      return false;
    } finally {
      await client.end();
    }
  }

  async function makeLater(): Promise<void> {
    await it.server.query(
      'gis',
      `DROP TABLE IF EXISTS cadastre.later; DROP SCHEMA IF EXISTS annex CASCADE;
       CREATE TABLE cadastre.later (id serial, a int); CREATE SCHEMA annex; CREATE TABLE annex.later (a int)`,
    );
  }

  await it.server.query('postgres', 'CREATE DATABASE gis');
  await it.server.query('gis', CONTENTS);
  for (const name of ['ana', 'ben'])
    await it.server.query('postgres', `CREATE ROLE ${name} LOGIN PASSWORD '${name}'`);
  const gis = await register(it.connection, 'gis');
  return {
    ...it,
    gis,
    register,
    /** Whether a statement of a role succeeds, in a session of that role; its changes are rolled back. */
    may,
    /** Creates tables and a schema after the levels were granted. */
    makeLater,
    call: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', json?: unknown, database = gis) =>
      it.app.ask(it.admin, { path: `/api/databases/${database}/access${path}`, method, json }),
  };
}
