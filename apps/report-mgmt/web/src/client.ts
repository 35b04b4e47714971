import { createReportMgmtClient } from '@cairn/contracts/client';
import { basePath } from '@cairn/ui';

export const reportMgmt = createReportMgmtClient({ baseUrl: basePath() });
