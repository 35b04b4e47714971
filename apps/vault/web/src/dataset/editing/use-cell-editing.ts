import { useMemo, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { errorFromResponse, sentenceForStatus } from '@cairn/ui';
import { vault, type RowPage, type Version } from '../../client.ts';
import type { Row } from '../rows.ts';
import { refreshEdits, refreshRows, refreshDataset, pkOf, putRow } from './edit-cache.ts';

export interface CellPlace {
  /** Key of the row. */
  key: string;
  column: string;
}

/** Another user changed the row first. */
export interface CellConflict {
  mine: unknown;
  theirs: unknown;
  row: Row;
  hash: string;
}

export interface CellEditing {
  /** The cell that is open. */
  cell: CellPlace | null;
  saving: boolean;
  /** Why the value was not taken. */
  problem: string | null;
  conflict: CellConflict | null;
  begin: (cell: CellPlace) => void;
  leave: () => void;
  refuse: (problem: string) => void;
  change: (cell: CellPlace, value: unknown) => void;
  takeTheirs: () => void;
  writeAgain: () => void;
}

interface State extends Pick<CellEditing, 'cell' | 'saving' | 'problem' | 'conflict'> {
  /** Hash of the row when its cell was opened, to detect changes by other users. */
  hash: string | null;
}

const closed: State = { cell: null, hash: null, saving: false, problem: null, conflict: null };

/** Changes values of the rows of a page, one cell at a time; a row that another user has changed is never overwritten. */
export function useCellEditing(version: Version, layer: string, page: RowPage | undefined): CellEditing {
  const queries = useQueryClient();
  const [state, setState] = useState<State>(closed);
  const latest = useRef({ state, page });
  latest.current = { state, page };

  return useMemo(() => {
    const { dataset } = version;
    const path = { name: dataset, version: version.version };
    function find(key: string) {
      const { page: shown } = latest.current;
      const at = shown?.rows.findIndex((row) => String(row[shown.pk_column ?? '']) === key) ?? -1;
      return { shown, row: shown?.rows[at], hash: shown?.hashes[at] ?? null };
    }
    async function write(cell: CellPlace, value: unknown, hash: string | null): Promise<void> {
      const { shown, row } = find(cell.key);
      if (!shown || !row) return setState(closed);
      setState({ cell, hash, saving: true, problem: null, conflict: null });
      const answer = await vault
        .POST('/datasets/{name}/versions/{version}/edit/update', {
          params: { path, query: layer ? { layer } : {} },
          body: {
            ...pkOf(shown, row),
            updates: { [cell.column]: value },
            ...(hash === null ? {} : { hash }),
          },
        })
        .catch(() => null);
      if (!answer) return refuse(cell, sentenceForStatus(0));
      const { data, error, response } = answer;
      if (data) {
        if (data.row && data.hash) putRow(queries, dataset, { row: data.row, hash: data.hash });
        else refreshRows(queries, dataset);
        refreshEdits(queries, dataset);
        return setState(closed);
      }
      if (response.status === 409 && 'current' in error && error.current && error.current_hash) {
        const conflict = {
          mine: value,
          theirs: error.current[cell.column],
          row: error.current,
          hash: error.current_hash,
        };
        return setState({ cell, hash, saving: false, problem: null, conflict });
      }
      // The row was deleted, or there is a newer version: the shown data is outdated.
      if (response.status === 409) refreshDataset(queries, dataset);
      return refuse(cell, errorFromResponse(response, error).message);
    }
    function refuse(cell: CellPlace, problem: string): void {
      setState((before) => ({ ...before, cell, saving: false, problem, conflict: null }));
    }
    return {
      ...state,
      begin: (cell) => setState({ ...closed, cell, hash: find(cell.key).hash }),
      leave: () => setState(closed),
      refuse: (problem) => {
        const { cell } = latest.current.state;
        if (cell) refuse(cell, problem);
      },
      change: (cell, value) => {
        const { cell: open, hash } = latest.current.state;
        const isOpen = open?.key === cell.key && open.column === cell.column;
        void write(cell, value, isOpen ? hash : find(cell.key).hash);
      },
      takeTheirs: () => {
        const { conflict } = latest.current.state;
        if (conflict) putRow(queries, dataset, conflict);
        setState(closed);
      },
      writeAgain: () => {
        const { cell, conflict } = latest.current.state;
        if (cell && conflict) void write(cell, conflict.mine, conflict.hash);
      },
    };
  }, [state, version, layer, queries]);
}
