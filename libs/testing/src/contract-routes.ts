import { loadContract, METHODS } from '@cairn/contracts';
import type { Operation } from '@cairn/contracts';

export interface ContractRoute {
  /** Method and path of the contract, for titles of tests. */
  name: string;
  /** Upper case. */
  method: string;
  /** The path with the names of its parameters in braces. */
  template: string;
  /** The path with a value for each of its parameters. */
  path: string;
  operation: Operation;
  isPage: boolean;
  needs: NonNullable<Operation['x-access']>;
}

/**
 * Every route of a service, under its second prefixes too. `valueOf` gives the value of a path parameter, which comes
 * with the path that it is in; without it all are 1.
 */
export function contractRoutes(
  service: string,
  valueOf: (parameter: string, template: string) => string = () => '1',
): ContractRoute[] {
  const contract = loadContract(service);
  const aliases = Object.entries(contract['x-path-aliases'] ?? {});
  return Object.entries(contract.paths).flatMap(([documented, item]) => {
    const templates = [
      documented,
      ...aliases
        .filter(([, prefix]) => documented.startsWith(prefix))
        .map(([alias, prefix]) => alias + documented.slice(prefix.length)),
    ];
    return METHODS.flatMap((key) => {
      const operation = item[key];
      if (!operation) return [];
      const method = key.toUpperCase();
      return templates.map((template) => ({
        name: `${method} ${template}`,
        method,
        template,
        path: template.replaceAll(/\{([^}]+)\}/g, (_, parameter: string) => valueOf(parameter, template)),
        operation,
        isPage: operation['x-page'] === true,
        needs: operation['x-access'] ?? {},
      }));
    });
  });
}

/** Rows for `test.each`, which puts their names into titles. */
export const named = (routes: readonly ContractRoute[]) =>
  routes.map((route) => [route.name, route] as const);
