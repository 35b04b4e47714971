import { suggestNames } from '../nearest-names.ts';
import type { Findings } from './findings.ts';
import { printableWidth } from './page-size.ts';
import { SYSTEM_PARAMETERS, SYSTEM_VARIABLES } from './scope.ts';
import type { Reset, Template } from './types.ts';
import { walkElements } from './walk.ts';

/** Checks that names and ids are unique, and that what one part of the template names in another is there. */
export function checkNames(template: Template, findings: Findings): void {
  requireUnique(template, findings);
  checkParameters(template, findings);
  checkStyles(template, findings);
  checkDatasets(template, findings);
  const groups = template.groups.map(({ name }) => name);
  const checkGroup = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    requireName((value as Exclude<Reset, string>).group, {
      names: groups,
      what: 'group',
      path: `${path}.group`,
      findings,
    });
  };
  for (const [i, variable] of template.variables.entries()) {
    checkGroup(variable.reset, `$.variables[${i}].reset`);
    checkGroup(variable.increment, `$.variables[${i}].increment`);
    if (!variable.expression && !['count', 'none', 'system'].includes(variable.calculation)) {
      findings.error(
        `$.variables[${i}]`,
        `The variable ${variable.name} needs an expression for ${variable.calculation}.`,
      );
    }
  }
  const datasets = template.datasets.map(({ name }) => name);
  const styles = template.styles.map(({ name }) => name);
  for (const { element, path } of walkElements(template, printableWidth(template.page))) {
    const names = { path, findings };
    if (element.style !== undefined)
      requireName(element.style, { ...names, names: styles, what: 'style', path: `${path}.style` });
    if ('dataset' in element && element.dataset !== undefined) {
      requireName(element.dataset, { ...names, names: datasets, what: 'dataset', path: `${path}.dataset` });
    }
    if ('evaluate' in element) checkGroup(element.evaluate, `${path}.evaluate`);
    if ('reset' in element) checkGroup(element.reset, `${path}.reset`);
  }
}

function requireUnique(template: Template, findings: Findings): void {
  const lists = {
    parameters: template.parameters.map(({ name }) => name),
    datasets: template.datasets.map(({ name }) => name),
    groups: template.groups.map(({ name }) => name),
    variables: template.variables.map(({ name }) => name),
    styles: template.styles.map(({ name }) => name),
  };
  for (const [list, names] of Object.entries(lists)) {
    names.forEach((name, i) => {
      if (names.indexOf(name) !== i)
        findings.error(`$.${list}[${i}].name`, `The name ${name} is used twice.`);
    });
  }
  const reserved = { parameters: SYSTEM_PARAMETERS, variables: SYSTEM_VARIABLES };
  for (const [list, names] of Object.entries(reserved)) {
    lists[list as keyof typeof reserved].forEach((name, i) => {
      if (Object.hasOwn(names, name))
        findings.error(`$.${list}[${i}].name`, `The name ${name} belongs to the system.`);
    });
  }
  const ids = new Set<string>();
  for (const { element, path } of walkElements(template, 0)) {
    if (ids.has(element.id))
      findings.error(`${path}.id`, `The id ${element.id} is used twice.`, { element: element.id });
    ids.add(element.id);
  }
}

function checkParameters({ parameters }: Template, findings: Findings): void {
  const names = parameters.map(({ name }) => name);
  for (const [i, { name, type, source, depends_on }] of parameters.entries()) {
    const path = `$.parameters[${i}]`;
    if (type.includes('enum') && !source)
      findings.error(`${path}.source`, `The parameter ${name} needs its options.`);
    for (const [j, other] of (depends_on ?? []).entries()) {
      requireName(other, { names, what: 'parameter', path: `${path}.depends_on[${j}]`, findings });
    }
  }
  const next = (name: string): string[] =>
    parameters.find((parameter) => parameter.name === name)?.depends_on ?? [];
  const circle = findCircle(names, next);
  if (circle) {
    findings.error(
      `$.parameters[${names.indexOf(circle[0] ?? '')}].depends_on`,
      `Parameters depend on each other in a circle: ${circle.join(', ')}.`,
    );
  }
}

function checkStyles({ styles }: Template, findings: Findings): void {
  const names = styles.map(({ name }) => name);
  for (const [i, { parent }] of styles.entries()) {
    if (parent !== undefined)
      requireName(parent, { names, what: 'style', path: `$.styles[${i}].parent`, findings });
  }
  const circle = findCircle(names, (name) => styles.find((style) => style.name === name)?.parent ?? []);
  if (circle)
    findings.error(
      `$.styles[${names.indexOf(circle[0] ?? '')}].parent`,
      `Styles inherit from each other in a circle: ${circle.join(', ')}.`,
    );
}

function checkDatasets({ datasets, parameters }: Template, findings: Findings): void {
  for (const [i, dataset] of datasets.entries()) {
    const path = `$.datasets[${i}]`;
    if ((dataset.sql === undefined) === (dataset.table === undefined)) {
      findings.error(path, `The dataset ${dataset.name} needs either a statement or a table.`);
    }
    const names = parameters.map(({ name }) => name);
    for (const name of Object.keys(dataset.parameters ?? {})) {
      requireName(name, { names, what: 'parameter', path: `${path}.parameters`, findings });
    }
  }
}

interface NameCheck {
  names: readonly string[];
  what: string;
  path: string;
  findings: Findings;
}

function requireName(name: string, { names, what, path, findings }: NameCheck): void {
  if (!names.includes(name)) findings.error(path, `There is no ${what} ${name}.${suggestNames(name, names)}`);
}

/** The names of a circle in their order, the first again at the end; null where there is none. */
function findCircle(names: string[], next: (name: string) => string | string[]): string[] | null {
  const done = new Set<string>();
  const follow = (name: string, path: string[]): string[] | null => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return null;
    for (const other of [next(name)].flat()) {
      const circle = follow(other, [...path, name]);
      if (circle) return circle;
    }
    done.add(name);
    return null;
  };
  for (const name of names) {
    const circle = follow(name, []);
    if (circle) return circle;
  }
  return null;
}
