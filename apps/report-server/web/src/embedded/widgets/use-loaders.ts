import { useRef } from 'react';
import type { ReportServerSchemas } from '@cairn/contracts/client';
import { parametersOfWidget } from '../../dashboards/state/widget-parameters.ts';
import type { DataLoader } from '../../explorer/data-loader.ts';
import { embedLoader } from './embed-loader.ts';

type Content = ReportServerSchemas['EmbeddedContent'];

/** The loaders of widgets by id: the same one as long as the revision and the values for its report stay. */
export function useLoaders(
  content: Content | undefined,
  values: Record<string, unknown>,
  revision: number,
): (widget: string) => DataLoader {
  const known = useRef(new Map<string, DataLoader>()).current;
  return (widget) => {
    const isReport = content?.views[widget]?.source.report !== undefined;
    const parameters = JSON.stringify(content ? parametersOfWidget(content, widget, values) : {});
    const name = JSON.stringify([revision, widget, isReport, parameters]);
    const loader = known.get(name) ?? embedLoader({ widget, isReport, parameters, revision });
    known.set(name, loader);
    return loader;
  };
}
