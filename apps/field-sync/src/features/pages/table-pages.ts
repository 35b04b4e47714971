import { AppError, html } from '@cairn/service';
import type { Actor, Markup } from '@cairn/service';
import type { Project } from '../projects/types.ts';
import type { ProjectService } from '../projects/service.ts';
import type { TableDataService } from '../table-data/service.ts';
import type { TablePage, TableQuery } from '../table-data/table-page.ts';
import { notice, pageHead } from './components.ts';
import { noSuchProject } from './errors.ts';
import type { PageContent } from './send-page.ts';
import { listedTables } from './table-list.ts';
import { rowsTable } from './table-rows.ts';
import type { TableView } from './table-rows.ts';

const ROWS = 50;
/** The page of the whole table has as many rows as a program may ask for at once. */
const WHOLE_ROWS = 1_000;

export interface TablePageQuery {
  id?: string;
  table?: string;
  page?: number;
  sort?: string;
  dir?: 'asc' | 'desc';
  search?: string;
  where?: string;
}

interface Caller {
  actor: Actor;
  signal: AbortSignal;
}

export type TablePages = ReturnType<typeof createTablePages>;

/** The tables of a project, and their rows. */
export function createTablePages({
  projects,
  tableData,
}: {
  projects: Pick<ProjectService, 'getReadable' | 'listReadable'>;
  tableData: Pick<TableDataService, 'tablesOf' | 'pageOf'>;
}) {
  /** @throws {AppError} not_found, forbidden */
  async function findProject(actor: Actor, id = ''): Promise<Project> {
    if (!/^[1-9]\d{0,8}$/.test(id)) throw noSuchProject();
    return projects.getReadable(actor, Number(id));
  }

  async function list(project: Project, signal: AbortSignal): Promise<PageContent> {
    const [tables, problem] = await attempt(() => tableData.tablesOf(project, signal));
    const content = html`${head(project, null)} ${problem} ${tables && listedTables(project, tables)}`;
    return { title: `Tables of ${project.name}`, area: 'projects.php', content };
  }

  async function rows(
    view: TableView,
    query: Omit<TableQuery, 'offset' | 'limit'>,
    signal: AbortSignal,
  ): Promise<PageContent> {
    const { project, table, page, size } = view;
    const asked = { ...query, offset: (page - 1) * size, limit: size };
    const [found, problem] = await attempt<TablePage>(() =>
      tableData.pageOf(project, { table, query: asked }, signal),
    );
    const content = html`${head(project, table)} ${problem} ${found && rowsTable(view, found)}`;
    return { title: `${table} of ${project.name}`, area: 'projects.php', content };
  }

  async function tableOrList(
    { id, table = '', page = 1, sort, dir = 'asc', search = '', where = '' }: TablePageQuery,
    { actor, signal }: Caller,
    { file, size, isWhole }: Pick<TableView, 'file' | 'size'> & { isWhole: boolean },
  ): Promise<PageContent> {
    const project = await findProject(actor, id);
    if (table === '') return list(project, signal);
    const view: TableView = {
      ...{ project, table, page, size, file, dir, search, where },
      sort: sort || null,
    };
    const query = {
      ...{
        columns: null,
        withGeometries: isWhole,
        geometryColumn: 'geom',
        box: null,
        density: null,
        isCentroid: false,
      },
      ...{ where: where || undefined, search: search || undefined },
      order: sort ? [{ column: sort, descending: dir === 'desc' }] : [],
    };
    return rows(view, query, signal);
  }

  return {
    /** The tables of a project; without one a choice of those that the caller may read. */
    data: async ({ id = '' }: TablePageQuery, { actor, signal }: Caller): Promise<PageContent> =>
      id === '' ? choice(await projects.listReadable(actor)) : list(await findProject(actor, id), signal),

    /** Rows of a table, without geometries. */
    table: (query: TablePageQuery, caller: Caller): Promise<PageContent> =>
      tableOrList(query, caller, { file: 'table.php', size: ROWS, isWhole: false }),

    /** The same with geometries, in longer pages. */
    whole: (query: TablePageQuery, caller: Caller): Promise<PageContent> =>
      tableOrList(query, caller, { file: 'table_whole.php', size: WHOLE_ROWS, isWhole: true }),
  };
}

function choice(projects: Project[]): PageContent {
  const links = projects.map(({ id, name }) => html`<li><a href="admin/data.php?id=${id}">${name}</a></li>`);
  const content = html`${pageHead({ title: 'Tables', lead: 'Choose the project whose tables you want to see.' })}
    <section class="panel ${links.length === 0 ? 'empty' : ''}">
      ${
        links.length === 0
          ? 'You have no access to any project yet.'
          : html`<ul>
              ${links}
            </ul>`
      }
    </section>`;
  return { title: 'Tables', area: 'projects.php', content };
}

function head(project: Project, table: string | null): Markup {
  const settings = {
    label: project.name,
    href: `admin/project_settings.php?id=${project.id}`,
  };
  const tables = { label: 'Tables', href: `admin/data.php?id=${project.id}` };
  return pageHead({
    title: table ?? 'Tables',
    lead: `What is in the schema ${project.schema} now.`,
    crumbs: [
      { label: 'Field projects', href: 'admin/projects.php' },
      settings,
      ...(table === null ? [] : [tables]),
    ],
  });
}

/** What a person can fix is said on the page, which keeps its form: a condition, an order, an unreachable database. */
async function attempt<T>(work: () => Promise<T>): Promise<[T | null, Markup | null]> {
  try {
    return [await work(), null];
  } catch (error) {
    if (!(error instanceof AppError) || !['bad_request', 'unavailable'].includes(error.kind)) throw error;
    return [null, notice(error.message, 'bad')];
  }
}
