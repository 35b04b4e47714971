import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveWithFaults } from '../faults/fault-injector.ts';
import { sendError } from './answer.ts';
import { applyDeltas } from './apply-deltas.ts';
import { createClock } from './clock.ts';
import { addDelta } from './deltas.ts';
import { addJob, endJob, endPackage } from './jobs.ts';
import { createRoutes } from './routes.ts';
import { createSessions } from './sessions.ts';
import { createStore } from './store.ts';
import type { QfcContent } from './store.ts';
import type {
  QfcDelta,
  QfcDeltaContent,
  QfcJob,
  QfcLayerSource,
  QfcProject,
  QfcRole,
  QfcUser,
} from './types.ts';

export interface TestQFieldCloudOptions {
  /** Least length of a range in bytes; default 0, as the server has it. */
  minimumRange?: number;
  /** How far its clock is ahead, in milliseconds. */
  clockOffsetMs?: number;
  /** How long tokens are valid; default 720, as the example configuration has it. */
  tokenHours?: number;
}

export interface NewQfcProject {
  name: string;
  /** User name of the owner; default: the first user. */
  owner?: string;
  isPublic?: boolean;
  collaborators?: Record<string, QfcRole>;
  /** Files by name; a text is the path of a file. */
  files?: Record<string, QfcContent>;
  /** Layers of the QGIS project by id; null is a layer in a database elsewhere. */
  layers?: Record<string, QfcLayerSource>;
  overwriteConflicts?: boolean;
  /** Default 10. */
  keepVersions?: number;
}

export type TestQFieldCloud = Awaited<ReturnType<typeof startTestQFieldCloud>>;

/** A stand-in for a QFieldCloud server; see README.md beside this file. */
export async function startTestQFieldCloud(options: TestQFieldCloudOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-qfieldcloud-'));
  const clock = createClock(options.clockOffsetMs ?? 0);
  const store = createStore(folder, clock);
  const sessions = createSessions(options.tokenHours ?? 720);
  const projects = new Map<string, QfcProject>();
  const first = sessions.addUser('surveyor');

  function user(name: string): QfcUser {
    return sessions.users.get(name) ?? sessions.addUser(name);
  }

  function find(id: string): QfcProject {
    const project = projects.get(id);
    if (!project) throw new Error(`the stand-in has no project ${id}`);
    return project;
  }

  function createProject(name: string, fields: Omit<NewQfcProject, 'name' | 'files'> = {}): QfcProject {
    const createdAt = clock.now();
    const { collaborators = {} } = fields;
    const project: QfcProject = {
      id: randomUUID(),
      name,
      owner: fields.owner === undefined ? first : user(fields.owner),
      description: '',
      isPublic: fields.isPublic ?? false,
      createdAt,
      updatedAt: createdAt,
      dataLastUpdatedAt: null,
      dataLastPackagedAt: null,
      collaborators: new Map(Object.entries(collaborators).map(([each, role]) => [user(each), role])),
      files: new Map(),
      jobs: [],
      deltas: [],
      layers: new Map(Object.entries(fields.layers ?? {})),
      overwriteConflicts: fields.overwriteConflicts ?? true,
      keepVersions: fields.keepVersions ?? 10,
    };
    projects.set(project.id, project);
    return project;
  }

  const { minimumRange = 0 } = options;
  const routes = createRoutes({ sessions, projects, store, clock, minimumRange, createProject });
  const server = await serveWithFaults<never>((req, res) =>
    routes(req, res).catch((error: unknown) => {
      if (res.headersSent || res.destroyed) res.destroy();
      else sendError(res, error);
    }),
  );

  return {
    url: server.url,
    /** What goes wrong, the requests so far, and the end of both. */
    fail: server.fail,
    requests: server.requests,
    reset: server.reset,
    username: first.username,
    password: first.password,
    projects,
    addUser: (name: string, password?: string): QfcUser => sessions.addUser(name, password),
    setPassword(name: string, password: string): void {
      user(name).password = password;
    },
    expireTokens: sessions.expireTokens,
    endLockouts: sessions.endLockouts,
    async addProject({ files = {}, ...fields }: NewQfcProject): Promise<QfcProject> {
      const project = createProject(fields.name, fields);
      for (const [name, content] of Object.entries(files)) await store.putFile(project, name, content);
      return project;
    },
    removeProject(id: string): void {
      projects.delete(id);
    },
    putFile: (id: string, name: string, content: QfcContent) => store.putFile(find(id), name, content),
    deleteFile: (id: string, name: string) => store.deleteFile(find(id), name),
    /** A delta as QField sends it; with a status it is one that was handled before. */
    addDelta(
      id: string,
      delta: Partial<QfcDeltaContent> & { by?: string; status?: QfcDelta['status'] },
    ): QfcDelta {
      const { by, status, ...content } = delta;
      const full: QfcDeltaContent = {
        uuid: randomUUID(),
        clientId: randomUUID(),
        localPk: '1',
        sourcePk: content.localPk ?? '1',
        localLayerId: '',
        sourceLayerId: content.localLayerId ?? '',
        method: 'patch',
        ...content,
      };
      const createdBy = by === undefined ? first : user(by);
      const added = addDelta(find(id), clock, { content: full, createdBy, deltafileId: randomUUID() });
      if (status) added.status = status;
      return added;
    },
    /** Applies what is pending, as a worker does; raises the watermark where a delta is applied. */
    async applyDeltas(id: string): Promise<QfcJob> {
      const project = find(id);
      const waiting = project.jobs.find(({ type, status }) => type === 'delta_apply' && status === 'pending');
      const deltas = project.deltas.filter(({ status }) => status === 'pending');
      const job = waiting ?? addJob(project, clock, { type: 'delta_apply', createdBy: first });
      job.deltas = deltas;
      await applyDeltas(project, job, { folder, store, clock });
      return job;
    },
    /** A worker ends the oldest package job that is not ended. */
    endPackage(
      id: string,
      status: 'finished' | 'failed' | 'stopped' = 'finished',
      output = '',
    ): QfcJob | null {
      const project = find(id);
      const job = project.jobs.find((each) => each.type === 'package' && each.finishedAt === null) ?? null;
      if (job && status === 'stopped') endJob(job, { status, clock, output });
      else if (job && status !== 'stopped') endPackage(project, job, { status, clock, output });
      return job;
    },
    async close(): Promise<void> {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
