import type { Evaluate } from '../expression/evaluate.ts';
import type { Dataset } from '../template/types.ts';
import type { Value } from '../values/types.ts';
import { createCompiler, type Cursor } from './cursor.ts';
import type { OpenRows } from './run.ts';
import { spoolRows, type Spool } from './spool.ts';
import type { FillRequest } from './types.ts';
import { tooManyRows } from './walk.ts';
import type { Column } from '../values/types.ts';

const MAX_ROWS = 1_000_000;

/**
 * Reads the main dataset, and those whose rows do not depend on the row at hand: then the database session can end. A dataset with
 * parameters of its own is read each time that its element is filled.
 */
export async function createDatasets(request: FillRequest) {
  const { template, parameters } = request;
  const spools = new Map<string, Spool>();
  const [main, ...others] = template.datasets;

  async function read(name: string, values: Readonly<Record<string, Value>>): Promise<Spool> {
    const source = await request.openDataset(name, values);
    const maxRows = request.limits?.maxRows ?? MAX_ROWS;
    try {
      return await spoolRows(source.rows(), {
        columns: source.columns,
        scratch: request.scratch,
        signal: request.signal,
        onRow: (number) => {
          if (number > maxRows) throw tooManyRows(maxRows);
        },
      });
    } finally {
      await source.close?.();
    }
  }

  async function close(): Promise<void> {
    await Promise.all([...spools.values()].map((spool) => spool.close()));
    spools.clear();
  }

  try {
    for (const dataset of main ? [main, ...others.filter(isConstant)] : []) {
      spools.set(dataset.name, await read(dataset.name, parameters));
    }
  } catch (error) {
    await close();
    throw error;
  }

  const columns: readonly Column[] = (main && spools.get(main.name)?.columns) ?? [];
  const ownParameters = new Map<Dataset, [string, Evaluate][]>();

  function parametersOf(dataset: Dataset): [string, Evaluate][] {
    let list = ownParameters.get(dataset);
    if (!list) {
      const { compile } = createCompiler(template, main, columns);
      list = Object.entries(dataset.parameters ?? {}).map(([name, source]) => [name, compile(source)]);
      ownParameters.set(dataset, list);
    }
    return list;
  }

  return {
    columns,
    main: main ? (spools.get(main.name) ?? null) : null,
    close,
    async openRows(name: string, cursor: Cursor): Promise<OpenRows | null> {
      const dataset = template.datasets.find((candidate) => candidate.name === name);
      if (!dataset) {
        cursor.env.warn(`There is no dataset ${name}.`);
        return null;
      }
      const known = spools.get(name);
      if (known) return { dataset, columns: known.columns, rows: known.rows, close: async () => {} };
      const values: Record<string, Value> = { ...parameters };
      for (const [parameter, evaluate] of parametersOf(dataset)) values[parameter] = evaluate(cursor);
      const spool = await read(name, values);
      return { dataset, columns: spool.columns, rows: spool.rows, close: spool.close };
    },
  };
}

function isConstant({ parameters }: Dataset): boolean {
  return Object.keys(parameters ?? {}).length === 0;
}
