import { vault } from './service.ts';

await vault.runWeb();
