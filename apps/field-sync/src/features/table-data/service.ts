import { AppError } from '@cairn/service';
import type { Actor } from '@cairn/service';
import type { Response } from 'express';
import type pg from 'pg';
import type { Db } from '../../db/schema.ts';
import type { DatabaseLinkService } from '../database-links/service.ts';
import { readableIds } from '../projects/rights.ts';
import type { ProjectService } from '../projects/service.ts';
import type { Project } from '../projects/types.ts';
import { sendClusters } from './clusters.ts';
import type { ClusterRequest } from './clusters.ts';
import { readGeoJson } from './geometry-json.ts';
import { accessDenied, tableNotFound, unknownConnection } from './errors.ts';
import { sendPoints } from './points.ts';
import type { PlacesRequest } from './points.ts';
import { BOOKKEEPING, readLayer, readSchemas, readTables } from './read-layer.ts';
import type { ListedTable } from './read-layer.ts';
import { findLinksOf } from './links-repo.ts';
import { readTablePage } from './table-page.ts';
import type { TablePage, TableQuery } from './table-page.ts';
import type { Layer, LayerColumn, TableName, UseLink } from './types.ts';

interface TableDataDeps {
  db: Db;
  databaseLinks: Pick<DatabaseLinkService, 'list'>;
  projects: Pick<ProjectService, 'getReadable'>;
  useLink: UseLink;
}

interface Caller {
  actor: Actor;
  signal: AbortSignal;
}

/** A table of a project: its name, or schema and name. */
export interface ProjectTableRequest {
  projectId: string;
  table: string;
}

/** Where the tables of a project are. */
type ProjectPlace = Pick<Project, 'databaseLinkId' | 'schema'>;

export type TableDataService = ReturnType<typeof createTableData>;

/** The tables of the databases that links lead to, for people who may see a project there, and for administrators. */
export function createTableData({ db, databaseLinks, projects, useLink }: TableDataDeps) {
  async function readableLinks(actor: Actor) {
    const links = await databaseLinks.list();
    const projects = await readableIds(db, actor);
    if (projects === null) return links;
    const ids = await findLinksOf(db, projects);
    return links.filter(({ id }) => ids.includes(id));
  }

  /** @throws {AppError} bad_request for an unknown link, or one that the caller may not use */
  async function inLink<T>(
    linkId: number,
    { actor, signal }: Caller,
    work: (client: pg.ClientBase) => Promise<T>,
  ): Promise<T> {
    if (!(await readableLinks(actor)).some(({ id }) => id === linkId)) throw unknownConnection();
    return useLink(linkId, signal, work);
  }

  /** @throws {AppError} not_found with the documented texts for a project that is not there or not the caller's */
  async function requireProject(actor: Actor, id: string) {
    const number = /^[1-9]\d{0,8}$/.test(id.trim()) ? Number(id) : 0;
    if (number === 0) throw tableNotFound();
    return projects.getReadable(actor, number).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      if (error.kind === 'forbidden') throw accessDenied();
      throw error.kind === 'not_found' ? tableNotFound() : error;
    });
  }

  /** A page of a table in the schema of a project. @throws {AppError} not_found, bad_request for what does not fit the table */
  async function pageOf(
    project: Project,
    { table, query }: { table: string; query: TableQuery },
    signal: AbortSignal,
  ): Promise<TablePage> {
    const [name, schema = project.schema, ...more] = table.split('.').toReversed();
    if (!name || more.length > 0 || schema !== project.schema || BOOKKEEPING.test(name))
      throw tableNotFound();
    return useLink(project.databaseLinkId, signal, async (client) => {
      const layer = await readLayer(client, { schema, table: name }).catch((error: unknown) => {
        throw error instanceof AppError && error.code === 'field_sync.no_such_table'
          ? tableNotFound()
          : error;
      });
      return readTablePage(client, layer, query);
    });
  }

  return {
    /** The links that the caller may name, by name. */
    async connections(actor: Actor): Promise<{ id: number; name: string; database: string }[]> {
      return (await readableLinks(actor)).map(({ id, name, database }) => ({ id, name, database }));
    },

    schemas: (linkId: number, caller: Caller): Promise<string[]> => inLink(linkId, caller, readSchemas),

    async tables(
      linkId: number,
      schema: string | null,
      caller: Caller,
    ): Promise<{ schemas: string[]; tables: ListedTable[] }> {
      return inLink(linkId, caller, async (client) => ({
        schemas: await readSchemas(client),
        tables: await readTables(client, schema),
      }));
    },

    columns: (linkId: number, table: TableName, caller: Caller): Promise<LayerColumn[]> =>
      inLink(linkId, caller, async (client) => (await readLayer(client, table)).columns),

    sendPoints: (request: PlacesRequest, caller: Caller, res: Response): Promise<void> =>
      inLink(request.connectionId, caller, (client) => sendPoints(client, res, request)),

    sendClusters: (request: ClusterRequest, caller: Caller, res: Response): Promise<void> =>
      inLink(request.connectionId, caller, (client) => sendClusters(client, res, request)),

    /** A page of a table for programs, whose refusals have documented texts. @throws {AppError} not_found, bad_request */
    async page(
      { projectId, table }: ProjectTableRequest,
      query: TableQuery,
      { actor, signal }: Caller,
    ): Promise<TablePage> {
      return pageOf(await requireProject(actor, projectId), { table, query }, signal);
    },

    pageOf,

    /** The tables in the schema of a project that its link may read. */
    tablesOf: ({ databaseLinkId, schema }: ProjectPlace, signal: AbortSignal): Promise<ListedTable[]> =>
      useLink(databaseLinkId, signal, (client) => readTables(client, schema)),

    /** The columns and the key of one of them. @throws {AppError} bad_request for none */
    layerOf: ({ databaseLinkId, schema }: ProjectPlace, table: string, signal: AbortSignal): Promise<Layer> =>
      useLink(databaseLinkId, signal, (client) => readLayer(client, { schema, table })),

    /** Geometries of a project in EWKB as GeoJSON in WGS84; null for those that cannot be shown on a map. */
    toGeoJson: (
      { databaseLinkId }: ProjectPlace,
      geometries: (Buffer | null)[],
      signal: AbortSignal,
    ): Promise<(string | null)[]> =>
      useLink(databaseLinkId, signal, (client) => readGeoJson(client, geometries)),
  };
}
