import type { FieldSyncOperations } from '@cairn/contracts';
import type { Handlers, SendServerPage } from '@cairn/service';
import type { OwnSignInOf } from '../sign-in/own-sign-in.ts';
import { createPageHandler } from './send-page.ts';
import type { PageService } from './service.ts';
import type { TablePages } from './table-pages.ts';

type Operation =
  | 'homeIndexPage'
  | 'overviewPage'
  | 'earlierOverviewPage'
  | 'projectsPage'
  | 'servicesPage'
  | 'daemonsPage'
  | 'packagesPage'
  | 'logPage'
  | 'projectSettingsPage'
  | 'serversPage'
  | 'databasesPage'
  | 'selectDatabasePage'
  | 'targetsPage'
  | 'excludesPage'
  | 'mapStoresPage'
  | 'catalogNodesPage'
  | 'usersPage'
  | 'groupsPage'
  | 'groupTablePage'
  | 'quickStartPage'
  | 'registrationPage'
  | 'dataPage'
  | 'tablePage'
  | 'wholeTablePage';

export function pageRoutes({
  pages,
  tablePages,
  sendServerPage,
  ownSignInOf,
}: {
  pages: PageService;
  tablePages: TablePages;
  sendServerPage: SendServerPage;
  ownSignInOf: OwnSignInOf;
}): Handlers<FieldSyncOperations, Operation> {
  const page = createPageHandler(sendServerPage, ownSignInOf);
  return {
    homeIndexPage: page(({ actor }) => pages.overview(actor)),
    overviewPage: page(({ actor }) => pages.overview(actor)),
    earlierOverviewPage: page(({ actor }) => pages.overview(actor)),
    projectsPage: page(({ actor }) => pages.projects(actor)),
    servicesPage: page(({ actor }) => pages.projects(actor)),
    daemonsPage: page(({ actor }) => pages.daemons(actor)),
    packagesPage: page(({ actor }) => pages.packages(actor)),
    logPage: page(({ input: { query }, actor }) => pages.log(actor, query.id)),
    projectSettingsPage: page(({ input: { query }, actor }) => pages.settings(actor, query)),
    serversPage: page(({ input: { query } }) => pages.servers(query.id ?? null)),
    databasesPage: page(({ input: { query } }) => pages.databases(query.id ?? null)),
    selectDatabasePage: page(({ input: { query } }) => pages.databases(query.id ?? null)),
    targetsPage: page(({ input: { query } }) => pages.targets(query)),
    excludesPage: page(({ input: { query } }) => pages.excludes(query.id)),
    mapStoresPage: page(({ input: { query } }) => pages.mapStores(query.id ?? null)),
    catalogNodesPage: page(({ input: { query } }) => pages.catalogNodes(query.id ?? null)),
    usersPage: page(({ input: { query } }) => pages.users(query.id ?? null)),
    groupsPage: page(({ input: { query } }) => pages.groups(query.id ?? null)),
    groupTablePage: page(({ input: { query } }) => pages.groups(query.id ?? null)),
    quickStartPage: page(() => pages.quickStart()),
    dataPage: page(({ input: { query }, actor, call }) =>
      tablePages.data(query, { actor, signal: call.signal }),
    ),
    tablePage: page(({ input: { query }, actor, call }) =>
      tablePages.table(query, { actor, signal: call.signal }),
    ),
    wholeTablePage: page(({ input: { query }, actor, call }) =>
      tablePages.whole(query, { actor, signal: call.signal }),
    ),
    registrationPage: page(async () => pages.registration()),
  };
}
