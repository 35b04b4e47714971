import { portal } from './service.ts';

await portal.runMigrations();
