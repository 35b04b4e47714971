import type { PortalOperations } from '@cairn/contracts';
import type { Handlers } from '@cairn/service';
import type { CatalogService } from './service.ts';

type Operation = 'catalog' | 'stubMaps' | 'stubReports' | 'stubForms' | 'stubDatasets';

export function catalogRoutes({
  catalog,
}: {
  catalog: CatalogService;
}): Handlers<PortalOperations, Operation> {
  return {
    catalog: (_input, actor, call) => catalog.collect(actor, call),
    stubMaps: () => stub('Maps are listed by GET /api/catalog.'),
    stubReports: () => stub('Reports are listed by GET /api/catalog.'),
    stubForms: () => stub('Forms are in the field data service. This list exists for older clients.'),
    stubDatasets: () => stub('Datasets are listed by GET /api/catalog.'),
  };
}

function stub(note: string) {
  return { items: [], total: 0 as const, note };
}
