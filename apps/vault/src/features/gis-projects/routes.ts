import type { VaultOperations } from '@cairn/contracts';
import { streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { toGisProjectBody, toGisVersionBody } from './mapper.ts';
import { passOn } from './pass-on.ts';
import type { GisProjectService } from './service.ts';

type Operation =
  | 'listGisProjects'
  | 'getGisProject'
  | 'listGisProjectVersions'
  | 'restoreGisProjectVersion'
  | 'downloadGisProject'
  | 'downloadGisProjectVersion';

/** Statuses of the publish service are passed on for versions, restores and downloads. */
export function gisProjectRoutes({
  gisProjects,
}: {
  gisProjects: GisProjectService;
}): Handlers<VaultOperations, Operation> {
  return {
    async listGisProjects(_input, actor, call) {
      return (await gisProjects.list(actor, call)).map((project) => toGisProjectBody(project, call));
    },

    getGisProject: async ({ path }, actor, call) =>
      toGisProjectBody(await gisProjects.get(actor, path.id, call), call),

    listGisProjectVersions: streaming(async ({ res, input: { path }, actor, call }) => {
      const response = await gisProjects.open(actor, path.id, { path: '/versions', caller: call });
      if (!response.ok) return passOn(response, res, { isInline: true });
      const versions = await gisProjects.versionsOf(response);
      res.json({ project_id: path.id, versions: versions.map(toGisVersionBody) });
    }),

    restoreGisProjectVersion: streaming(async ({ res, input: { path }, actor, call }) =>
      passOn(await gisProjects.restore(actor, path.id, path.version, call), res, { isInline: true }),
    ),

    downloadGisProject: streaming(async ({ res, input: { path }, actor, call }) => {
      const response = await gisProjects.open(actor, path.id, { path: '/download', caller: call });
      await passOn(response, res, { isInline: !response.ok, fileName: `${path.id}.zip` });
    }),

    downloadGisProjectVersion: streaming(async ({ res, input: { path }, actor, call }) => {
      const place = `/versions/${path.version}/download`;
      const response = await gisProjects.open(actor, path.id, { path: place, caller: call });
      await passOn(response, res, { isInline: !response.ok, fileName: `${path.id}-v${path.version}.zip` });
    }),
  };
}
