import type { IncomingMessage, ServerResponse } from 'node:http';
import { QfcError, sendJson, sendPage } from './answer.ts';
import type { QfcExchange } from './answer.ts';
import type { QfcClock } from './clock.ts';
import { listDeltas, requireDeltas, uploadDeltas } from './deltas.ts';
import { deleteFile, downloadFile, getMetadata, listFiles, uploadFile } from './files.ts';
import { createJob, getJob, listJobs } from './jobs.ts';
import { downloadPackageFile, getLatestPackage } from './packages.ts';
import { createProject, getProject, listProjects, roleOf } from './projects.ts';
import type { Sessions } from './sessions.ts';
import type { QfcStore } from './store.ts';
import type { QfcProject, QfcRole, QfcUser } from './types.ts';

export interface RouteDeps {
  sessions: Sessions;
  projects: Map<string, QfcProject>;
  store: QfcStore;
  clock: QfcClock;
  minimumRange: number;
  createProject(name: string, fields: { owner?: string }): QfcProject;
}

const UUID = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';
const ALL: QfcRole[] = ['admin', 'manager', 'editor', 'reporter', 'reader'];
const WRITERS = ALL.slice(0, 4);

/** The addresses of `core/urls.py`, `filestorage/urls.py` and `project/urls.py` that a program of ours could call. */
export function createRoutes(deps: RouteDeps): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  const { sessions, projects, store, clock, minimumRange } = deps;

  /** A project that the user has one of these roles in. @throws {QfcError} object_not_found, permission_denied */
  function open(id: unknown, user: QfcUser, roles: QfcRole[] = ALL): QfcProject {
    if (typeof id === 'string' && !new RegExp(`^${UUID}$`, 'i').test(id))
      throw new QfcError('validation_error');
    const project = projects.get(String(id).toLowerCase());
    if (!project) throw new QfcError('object_not_found');
    const access = roleOf(project, user);
    if (!access || !roles.includes(access.role)) throw new QfcError('permission_denied');
    return project;
  }

  function openJob(id: string, user: QfcUser) {
    const project = [...projects.values()].find(({ jobs }) => jobs.some((job) => job.id === id));
    // Not "not found": the permission check fails first.
    if (!project) throw new QfcError('permission_denied');
    open(project.id, user);
    return { project, job: project.jobs.find((job) => job.id === id)! };
  }

  type Handler = (exchange: QfcExchange, user: QfcUser, parts: string[]) => unknown;
  const handlers: [method: string, pattern: string, handle: Handler][] = [
    ['GET', '/projects/', (exchange, user) => listProjects(exchange, user, projects.values())],
    [
      'POST',
      '/projects/',
      (exchange, user) =>
        createProject(exchange, user, (name, fields) => {
          const owner = typeof fields.owner === 'string' ? fields.owner : user.username;
          const isTaken = [...projects.values()].some(
            (each) => each.name === name && each.owner.username === owner,
          );
          if (isTaken) throw new QfcError('project_already_exists');
          return deps.createProject(name, { owner });
        }),
    ],
    ['GET', '/projects/([^/.]+)/', (exchange, user, [id]) => getProject(exchange, user, open(id, user))],
    ['GET', `/files/${UUID}/`, (exchange, user, [id]) => listFiles(exchange, open(id, user))],
    [
      'GET',
      `/files/metadata/${UUID}/(.+)/`,
      (exchange, user, [id, name]) => getMetadata(exchange, open(id, user), name!),
    ],
    [
      'GET',
      `/files/${UUID}/(.+)/`,
      (exchange, user, [id, name]) =>
        downloadFile(exchange, open(id, user).files, { name: name!, minimumRange }),
    ],
    [
      'POST',
      `/files/${UUID}/(.+)/`,
      (exchange, user, [id, name]) => uploadFile(exchange, open(id, user, WRITERS), { name: name!, store }),
    ],
    [
      'DELETE',
      `/files/${UUID}/(.+)/`,
      (exchange, user, [id, name]) =>
        deleteFile(exchange, open(id, user, ['admin', 'manager', 'editor']), { name: name!, store }),
    ],
    ['GET', '/jobs/', (exchange, user) => listJobs(exchange, open(exchange.query.get('project_id'), user))],
    [
      'POST',
      '/jobs/',
      (exchange, user) => createJob(exchange, user, { clock, find: (id) => open(id, user) }),
    ],
    [
      'GET',
      '/jobs/([^/.]+)/',
      (exchange, user, [id]) => {
        const { project, job } = openJob(id!, user);
        return getJob(exchange, project, job);
      },
    ],
    [
      'GET',
      `/packages/${UUID}/latest/`,
      (exchange, user, [id]) => getLatestPackage(exchange, user, open(id, user)),
    ],
    [
      'GET',
      `/packages/${UUID}/latest/files/(.+)/`,
      (exchange, user, [id, name]) =>
        downloadPackageFile(exchange, open(id, user), { user, name: name!, minimumRange }),
    ],
    [
      'GET',
      `/deltas/${UUID}/(?:${UUID}/)?`,
      (exchange, user, [id, deltafile]) => {
        const project = open(id, user);
        requireDeltas(project, user);
        return listDeltas(exchange, project, deltafile ?? null);
      },
    ],
    [
      'POST',
      `/deltas/${UUID}/`,
      (exchange, user, [id]) => uploadDeltas(exchange, open(id, user, WRITERS), { user, clock }),
    ],
  ];
  const table = handlers.map(([method, pattern, handle]) => ({
    method,
    pattern: new RegExp(`^/api/v1${pattern}$`),
    handle,
  }));

  function statusOf({ res }: QfcExchange): void {
    sendJson(res, 200, {
      database: 'ok',
      storage: 'ok',
      status_page_url: null,
      incident_message: null,
      incident_timestamp_utc: null,
      maintenance_message: null,
      maintenance_start_timestamp_utc: null,
      maintenance_end_timestamp_utc: null,
    });
  }

  return async (req, res) => {
    const url = new URL(req.url ?? '', 'http://x');
    const path = decodeURIComponent(url.pathname);
    const method = req.method === 'HEAD' ? 'GET' : (req.method ?? '');
    const exchange: QfcExchange = { req, res, method, url, query: url.searchParams, user: null };
    if (!path.endsWith('/') && path.startsWith('/api/v1/')) {
      res.writeHead(301, { location: `${url.pathname}/${url.search}`, 'content-length': 0 });
      res.end();
      return;
    }
    if (path === '/api/v1/status/') return statusOf(exchange);
    const isSignIn = /^\/api\/v1\/auth\/(token|login)\/$/.test(path);
    const matching = table.filter(({ pattern }) => pattern.test(path));
    if (!isSignIn && path !== '/api/v1/auth/logout/' && matching.length === 0) {
      return sendPage(res, 404, 'Page not found');
    }
    exchange.user = sessions.authenticate(req);
    if (isSignIn) {
      if (method !== 'POST') throw new QfcError('api_error', { status: 405 });
      return sessions.login(exchange);
    }
    if (path === '/api/v1/auth/logout/') return sessions.logout(exchange);
    const { user } = exchange;
    if (!user) throw new QfcError('not_authenticated');
    // Permissions of these know GET, POST and DELETE only.
    const isPlain = /^\/api\/v1\/(files\/(?!metadata\/)[^/]+\/.|deltas\/)/.test(path);
    if (req.method === 'HEAD' && isPlain) throw new QfcError('permission_denied');
    const route = matching.find((each) => each.method === method);
    if (!route) throw new QfcError('api_error', { status: 405 });
    const parts = [...(route.pattern.exec(path) ?? [])].slice(1);
    await route.handle(exchange, user, parts);
  };
}
