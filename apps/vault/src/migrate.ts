import { vault } from './service.ts';

await vault.runMigrations();
