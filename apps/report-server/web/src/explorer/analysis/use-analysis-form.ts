import { useMemo, useState } from 'react';
import { t } from '@cairn/ui';
import { nameAttribute } from '@cairn/ui/map';
import type { AnalysisCapabilities, AnalysisJob, AnalysisRequest, TableColumn } from '../../client.ts';
import { useMetadata } from '../queries.ts';
import { kindOf } from '../state/column-kind.ts';
import { useExplorer } from '../state/explorer-context.tsx';
import type { TableRef } from '../state/source.ts';
import {
  fieldsOf,
  problemsOf,
  suggestionsFor,
  toParameters,
  type FieldValue,
  type FieldValues,
} from './fields.ts';

/** The values of the form, and the request that they make. It begins with those of a job, if one was opened. */
export function useAnalysisForm({ analyses }: AnalysisCapabilities, initial: AnalysisJob | null) {
  const { source, tree } = useExplorer();
  const { datasource, schema, table, metadata } = source;
  // The first one measures areas and lines.
  const first = metadata.geometry[0]?.type.endsWith('POINT') ? 'hexagon_grid' : analyses[0]!.id;
  const [id, setId] = useState(initial?.analysis ?? first);
  const analysis = analyses.find((each) => each.id === id) ?? analyses[0]!;
  const fields = useMemo(() => fieldsOf(analysis), [analysis]);
  const suggestions = useMemo(() => suggestionsFor(metadata.geometry[0]?.extent_wgs84), [metadata.geometry]);
  const [changed, setChanged] = useState<FieldValues>(() => valuesOf(initial?.parameters));
  const values: FieldValues = Object.fromEntries(
    fields.map(({ name, initial: empty, isRequired }) => [
      name,
      changed[name] ?? ((isRequired ? suggestions[name] : undefined) || empty),
    ]),
  );
  const [overlay, setOverlay] = useState<TableRef | null>(initial?.overlay ?? null);
  const needsOverlay = analysis.inputs === 2;
  const overlayTable = useMetadata(needsOverlay ? overlay : null).data;
  const [columns, setColumns] = useState(initial?.input.columns ?? nameOf(metadata.columns));
  const [chosenColumns, setOverlayColumns] = useState(initial?.overlay?.columns ?? null);
  const overlayColumns = chosenColumns ?? nameOf(overlayTable?.columns ?? []);
  const [problems, setProblems] = useState<Record<string, string>>({});
  // Results that stand for many features carry none of their values.
  const carriesColumns = !fields.some(({ name }) => name === 'group_by' || name === 'size_m');

  /** The request, or null where a field has to be filled first. */
  function check(): AnalysisRequest | null {
    const found: Record<string, string> = Object.fromEntries(
      Object.entries(problemsOf(fields, values)).map(([name, problem]) => [name, t(`analysis.${problem}`)]),
    );
    if (needsOverlay && !overlay) found.overlay = t('analysis.overlayChoose');
    setProblems(found);
    if (Object.keys(found).length > 0) return null;
    return {
      analysis: analysis.id,
      input: {
        ...{ datasource, schema, table },
        ...(tree ? { filter: tree } : {}),
        ...(carriesColumns ? { columns } : {}),
      },
      ...(overlay && needsOverlay ? { overlay: { ...overlay, columns: overlayColumns } } : {}),
      parameters: toParameters(fields, values),
    };
  }

  return {
    ...{ analysis, fields, values, problems, check, carriesColumns, columns, setColumns },
    overlay: needsOverlay
      ? {
          table: overlay,
          columns: overlayTable?.columns ?? null,
          kept: overlayColumns,
          setKept: setOverlayColumns,
          choose(next: TableRef | null) {
            setOverlay(next);
            setOverlayColumns(null);
            setProblems(({ overlay: _solved, ...others }) => others);
          },
        }
      : null,
    isSuggested: (name: string) =>
      changed[name] === undefined &&
      fields.some((field) => field.name === name && field.isRequired) &&
      name in suggestions,
    choose(next: string) {
      setId(next);
      setProblems({});
    },
    setValue(name: string, value: FieldValue) {
      setChanged((before) => ({ ...before, [name]: value }));
      setProblems(({ [name]: _solved, ...others }) => others);
    },
  };
}

function valuesOf(parameters: Record<string, unknown> | undefined): FieldValues {
  const known = Object.entries(parameters ?? {}).filter(([, value]) => value !== null);
  return Object.fromEntries(
    known.map(([name, value]) => [
      name,
      typeof value === 'boolean' || Array.isArray(value) ? value : String(value),
    ]),
  );
}

/** The column by which people know a row. */
function nameOf(columns: TableColumn[]): string[] {
  const name = nameAttribute(
    columns.filter((column) => kindOf(column) !== 'geometry').map((column) => column.name),
  );
  return name ? [name] : [];
}
