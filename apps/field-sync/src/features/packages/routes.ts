import type { FieldSyncOperations } from '@cairn/contracts';
import { sendBytes } from '@cairn/files';
import { auditContext, streaming } from '@cairn/service';
import type { Exchange, Handlers } from '@cairn/service';
import { chooseAction } from '../actions/choose-action.ts';
import type { ProjectService } from '../projects/service.ts';
import type { Project } from '../projects/types.ts';
import { mayRemove } from './clean-request.ts';
import type { ProjectFiles } from './files.ts';
import type { PackageService } from './service.ts';

type Operation = 'projectFile';
type FileExchange = Exchange<FieldSyncOperations[Operation]>;

interface Deps {
  projects: Pick<ProjectService, 'getReadable'>;
  packages: PackageService;
  projectFiles: ProjectFiles;
}

export function packageRoutes({
  projects,
  packages,
  projectFiles,
}: Deps): Handlers<FieldSyncOperations, Operation> {
  const actions = {
    async gpkg({ req, res, input: { query } }: FileExchange): Promise<void> {
      await sendBytes(req, res, await projectFiles.package(query.id, query.gpkg ?? ''));
    },
    async img({ req, res, input: { query } }: FileExchange): Promise<void> {
      const kind = isTrue(query.thumb) ? 'thumbnail' : 'image';
      await sendBytes(req, res, await projectFiles[kind](query.id, query.img ?? ''));
    },
    async clean({ req, res, input: { query }, actor, call }: FileExchange, project: Project): Promise<void> {
      if (isTrue(query.clean) && mayRemove(actor, req))
        await packages.clean(project, auditContext(actor, call));
      res.setHeader('Cache-Control', 'no-store');
      res.redirect(302, `../project_settings.php?id=${project.id}&tab=files`);
    },
  };
  return {
    projectFile: streaming(async (exchange) => {
      const { input, actor } = exchange;
      const project = await projects.getReadable(actor, input.query.id);
      await actions[chooseAction('files.php', input.query)](exchange, project);
    }),
  };
}

/** Flags of forms. */
function isTrue(value: string | undefined): boolean {
  return /^(1|true|on|t|yes)$/i.test(value ?? '');
}
