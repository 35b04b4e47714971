import { reportServer } from './service.ts';

await reportServer.runWeb();
