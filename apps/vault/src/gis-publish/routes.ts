import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { GisPublishOperations } from '@cairn/contracts';
import { health, streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { answerWms } from './answer-wms.ts';
import { toListedProjectBody, toProjectBody, toVersionBodies } from './mapper.ts';
import { publishFile } from './publish-file.ts';
import type { PublishDeps } from './publish-file.ts';
import { zipVersion } from './snapshot-zip.ts';
import type { Project } from './types.ts';
import { PROJECT_FILE } from './types.ts';
import type { Response } from 'express';

export function gisPublishRoutes(deps: PublishDeps): Handlers<GisPublishOperations> {
  const { projects, qgis } = deps;

  async function statusOf({ id, runtime }: Project): Promise<'running' | 'stopped' | 'missing'> {
    const isThere = await access(join(projects.root, id, runtime.folder, PROJECT_FILE)).then(
      () => true,
      () => false,
    );
    if (!isThere) return 'missing';
    return qgis.isRunning() ? 'running' : 'stopped';
  }

  async function sendZip(res: Response, id: string, version: number): Promise<void> {
    const found = await projects.version(id, version);
    const { stream, size } = await zipVersion(found.path, new Date(found.createdAt));
    const name = version === 0 ? id : `${id}-v${version}`;
    res.setHeader('Content-Type', 'application/zip');
    res.setHeader('Content-Length', size);
    res.setHeader('Content-Disposition', `attachment; filename="${name}.zip"`);
    await pipeline(stream, res);
  }

  return {
    health,
    async listProjects() {
      const all = await projects.list();
      return {
        projects: await Promise.all(
          all.map(async (project) => toListedProjectBody(project, await statusOf(project))),
        ),
      };
    },
    async getProject({ path }) {
      const project = await projects.read(path.id);
      return toProjectBody(project, await statusOf(project));
    },
    async listVersions({ path }) {
      return { project_id: path.id, versions: toVersionBodies(await projects.read(path.id)) };
    },
    async restoreVersion({ path }) {
      const { snapshot } = await projects.restore(path.id, path.version);
      return { success: true as const, project_id: path.id, version: path.version, snapshot };
    },
    async deleteProject({ path }) {
      await projects.remove(path.id);
      return { success: true as const };
    },
    publishProject: streaming(async ({ req, res, input: { path, query }, call }) => {
      const { project, created } = await publishFile(deps, {
        ...{ id: path.id, name: query.name, format: query.format, content: req, signal: call.signal },
        ...(query.source === undefined ? {} : { source: query.source }),
      });
      res.status(created ? 201 : 200).json(toProjectBody(project, await statusOf(project)));
    }),
    downloadProject: streaming(({ res, input: { path } }) => sendZip(res, path.id, 0)),
    downloadVersion: streaming(({ res, input: { path } }) => sendZip(res, path.id, path.version)),
    getProjectWms: streaming(async ({ req, res, input, call }) => {
      const project = await projects.read(input.path.id);
      const answer = await answerWms({ projects, qgis }, project, {
        query: input.openQuery,
        publicUrl: req.get('x-public-url') ?? '',
        signal: call.signal,
      });
      res.status(answer.status).setHeader('Content-Type', answer.contentType);
      res.end(answer.body);
    }),
  };
}
