import { fileURLToPath } from 'node:url';

/** Absolute path of the folder that every service serves under `/shared/ui/`. Node only. */
export const uiAssetsFolder = fileURLToPath(new URL('../assets', import.meta.url));
