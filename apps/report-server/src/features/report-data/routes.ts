import type { ReportServerOperations } from '@cairn/contracts';
import { streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { textsOfParams } from '../executions/read-params.ts';
import { sendTile } from '../explorer/send-tile.ts';
import { describeSource } from '../explorer/service.ts';
import { prepareSourceTile } from '../explorer/tiles.ts';
import type { ReadRunner } from '../query/run-read.ts';
import { readParameterText } from './parameter-text.ts';
import type { ReportDataService } from './service.ts';

interface RouteDeps {
  reportData: ReportDataService;
  runner: ReadRunner;
}

export function reportDataRoutes({
  reportData,
  runner,
}: RouteDeps): Handlers<ReportServerOperations, 'queryReport' | 'reportTable' | 'reportTile' | 'mapExtent'> {
  return {
    queryReport: ({ body }, actor, { signal }) => reportData.query(actor, body, signal),

    async reportTable({ body }, actor, { signal }) {
      const { report: key, datasource, parameters = {}, time_zone: timeZone } = body;
      const request = { key, datasource, timeZone, signal, parameters: textsOfParams(parameters) };
      const opened = await reportData.openMain(actor, request);
      return describeSource(runner, opened, { hasIndexes: false, signal });
    },

    reportTile: streaming(async ({ req, res, actor, input: { path, query }, call: { signal } }) => {
      const { report: key, ...place } = path;
      const { parameters, time_zone: timeZone, ...shown } = query;
      const request = { key, timeZone, signal, parameters: readParameterText(parameters) };
      const opened = await reportData.openMain(actor, request);
      const tile = prepareSourceTile(runner, opened, { ...place, ...shown });
      sendTile({ req, res, varyBy: 'Cookie' }, await tile.read(signal));
    }),

    mapExtent: ({ path, openQuery }, actor, { signal }) =>
      reportData.mapExtent(actor, { key: path.key, parameters: toTexts(openQuery), signal }),
  };
}

function toTexts(fields: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, [...values]]));
}
