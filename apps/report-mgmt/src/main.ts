import { reportMgmt } from './service.ts';

await reportMgmt.runWeb();
