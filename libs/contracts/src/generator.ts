import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTs, { astToString } from 'openapi-typescript';
import type { OpenAPI3 } from 'openapi-typescript';
import { format } from 'prettier';
import { parse } from 'yaml';
import type { ContractDocument } from './document.ts';
import { expandContract } from './expand.ts';
import type { SharedParts } from './expand.ts';
import { parseContract } from './parse.ts';

const HEADER =
  '// Generated from openapi/*.yaml by libs/contracts/generate.ts; change the contract, not this file.\n';

export interface GenerateOptions {
  source: string;
  /** File of the parts that contracts share. */
  shared: string;
  target: string;
  check: boolean;
  /** Services to generate; all when empty. */
  only: string[];
}

/** Generates types and clients of every contract in `source`; with `check` only compares. */
export async function generate(options: GenerateOptions): Promise<{ failed: boolean; messages: string[] }> {
  const services = await contractNames(options.source);
  const names = options.only.length > 0 ? services.filter((name) => options.only.includes(name)) : services;
  const messages: string[] = [];
  let failed = false;

  const shared = parse(await readFile(options.shared, 'utf8')) as SharedParts;
  await mkdir(options.target, { recursive: true });
  for (const service of names) {
    try {
      const file = join(options.source, `${service}.yaml`);
      const document = expandContract(parseContract(await readFile(file, 'utf8'), file), shared);
      const json = `${JSON.stringify(document, null, 1)}\n`;
      const fresh = [
        await writeOrCompare(join(options.target, `${service}.json`), json, options.check),
        await writeOrCompare(join(options.target, `${service}.ts`), await typesOf(document), options.check),
      ];
      if (fresh.includes(false)) {
        failed = true;
        messages.push(`${service}: the generated types are stale; run node libs/contracts/generate.ts`);
      } else messages.push(`${service}: ok`);
    } catch (error) {
      failed = true;
      messages.push(`${service}: ${(error as Error).message}`);
    }
  }

  const present = await generatedNames(options.target, services);
  for (const [name, text] of [
    ['types.ts', typeIndex(present)],
    ['clients.ts', clientIndex(present)],
  ] as const) {
    if (await writeOrCompare(join(options.target, name), text, options.check)) continue;
    failed = true;
    messages.push(`${name}: stale; run node libs/contracts/generate.ts`);
  }
  return { failed, messages };
}

async function contractNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => name.slice(0, -'.yaml'.length))
    .sort();
}

async function generatedNames(folder: string, services: string[]): Promise<string[]> {
  const names = new Set(await readdir(folder));
  return services.filter((service) => names.has(`${service}.ts`));
}

async function typesOf(document: ContractDocument): Promise<string> {
  const nodes = await openapiTs(document as unknown as OpenAPI3, { silent: true });
  return `${HEADER}\n${astToString(nodes)}`;
}

function pascal(service: string): string {
  return service.replace(/(^|-)([a-z])/g, (_all, _dash, letter: string) => letter.toUpperCase());
}

function typeIndex(services: string[]): string {
  const lines = services.flatMap((service) => [
    `import type { components as ${pascal(service)}Components } from './${service}.ts';`,
    `export type { operations as ${pascal(service)}Operations, paths as ${pascal(service)}Paths } from './${service}.ts';`,
    `export type ${pascal(service)}Schemas = ${pascal(service)}Components['schemas'];`,
  ]);
  return `${HEADER}\n${lines.length > 0 ? lines.join('\n') : 'export {};'}\n`;
}

function clientIndex(services: string[]): string {
  if (services.length === 0) return `${HEADER}\nexport {};\n`;
  const imports = services.map(
    (service) => `import type { paths as ${pascal(service)}Paths } from './${service}.ts';`,
  );
  const factories = services.map((service) => {
    const name = pascal(service);
    return `
/** A typed client of the ${service} service. */
export function create${name}Client(options: ClientOptions): Client<${name}Paths> {
  return createClient<${name}Paths>(options);
}
export type ${name}Client = Client<${name}Paths>;`;
  });
  return `${HEADER}
import createClient from 'openapi-fetch';
import type { Client } from 'openapi-fetch';
import type { ClientOptions } from '../client-options.ts';
${imports.join('\n')}
${factories.join('\n')}
`;
}

async function writeOrCompare(file: string, text: string, check: boolean): Promise<boolean> {
  const pretty = file.endsWith('.ts')
    ? await format(text, { parser: 'typescript', singleQuote: true, printWidth: 110 })
    : text;
  const existing = await readFile(file, 'utf8').catch(() => null);
  if (existing === pretty) return true;
  if (check) return false;
  await writeFile(file, pretty);
  return true;
}
