import { dbadmin } from './service.ts';

await dbadmin.runWeb();
