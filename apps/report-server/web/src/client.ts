import { createReportServerClient } from '@cairn/contracts/client';
import { basePath } from '@cairn/ui';

export const reportServer = createReportServerClient({ baseUrl: basePath() });
