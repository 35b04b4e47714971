export function findProgram(names: string[]): string | null;
export function findPostgres(): { bin: string; version: number } | null;
export function findRedis(): string | null;
export function hasGdal(): boolean;
export function hasQgisServer(): boolean;
export function isRsyncRecent(text: string): boolean;
export function findChromium(): string | null;
