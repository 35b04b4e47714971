import { reportMgmt } from './service.ts';

await reportMgmt.runWorker();
