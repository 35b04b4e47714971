import { fieldSync } from './service.ts';

await fieldSync.runMigrations();
