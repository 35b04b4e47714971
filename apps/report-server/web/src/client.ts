import { createReportServerClient, type ReportServerSchemas } from '@cairn/contracts/client';
import { basePath } from '@cairn/ui';

type Send = (request: Request) => Promise<Response>;

let send: Send = (request) => fetch(request);

export const reportServer = createReportServerClient({
  baseUrl: basePath(),
  fetch: (request) => send(request),
});

/** Pages within other sites send their calls to addresses of their own, with their session. */
export function sendThrough(other: Send): void {
  send = other;
}

export type ExplorerDatasource = ReportServerSchemas['ExplorerDatasource'];
export type ExplorerTable = ReportServerSchemas['ExplorerTable'];
export type TableMetadata = ReportServerSchemas['TableMetadata'];
export type TableColumn = TableMetadata['columns'][number];
type FullRequest = ReportServerSchemas['QueryRequest'];
type FullGroup = NonNullable<FullRequest['group_by']>[number];
/** A query; what has a default may be left out. */
export type QueryRequest = Omit<FullRequest, 'limit' | 'count' | 'group_by'> &
  Partial<Pick<FullRequest, 'limit' | 'count'>> & {
    group_by?: (Omit<FullGroup, 'bucket'> & { bucket?: Partial<FullGroup['bucket']> })[];
  };
export type QueryAnswer = ReportServerSchemas['QueryAnswer'];
export type Row = QueryAnswer['rows'][number];
export type RegisteredDatasource = ReportServerSchemas['Datasource'];
export type RowPolicy = ReportServerSchemas['RowPolicy'];
export type DatasourceTest = ReportServerSchemas['DatasourceTest'];
export type SavedView = ReportServerSchemas['View'];
export type SavedViewInput = ReportServerSchemas['ViewInput'];
export type AnalysisCapabilities = ReportServerSchemas['AnalysisCapabilities'];
export type AnalysisCapability = AnalysisCapabilities['analyses'][number];
export type AnalysisRequest = ReportServerSchemas['AnalysisRequest'];
export type AnalysisResult = ReportServerSchemas['AnalysisResult'];
export type AnalysisJob = ReportServerSchemas['AnalysisJob'];
