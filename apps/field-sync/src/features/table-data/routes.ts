import type { FieldSyncOperations } from '@cairn/contracts';
import { JsonText } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { readDataTables, writeDataTables } from './data-tables.ts';
import type { TableDataService } from './service.ts';

export function tableDataRoutes({
  tableData,
}: {
  tableData: TableDataService;
}): Handlers<FieldSyncOperations, 'tableRows'> {
  return {
    async tableRows({ body }, actor, call) {
      const request = readDataTables(body);
      const page = await tableData.page(request, request.query, { actor, signal: call.signal });
      return new JsonText(writeDataTables(request, page));
    },
  };
}
