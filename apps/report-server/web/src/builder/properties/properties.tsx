import { useBuilder } from '../builder-context.tsx';
import { BandProperties } from './band-properties.tsx';
import { DatasetProperties } from './dataset-properties.tsx';
import { ElementProperties } from './element-properties.tsx';
import { GroupProperties } from './group-properties.tsx';
import { ParameterProperties } from './parameter-properties.tsx';
import { ReportProperties } from './report-properties.tsx';
import { SeveralElements } from './several-elements.tsx';
import { StyleProperties } from './style-properties.tsx';
import { VariableProperties } from './variable-properties.tsx';
import { findElement } from '../model/elements.ts';
import { findBand } from '../model/bands.ts';
import styles from './properties.module.css';

/** The properties of what is chosen; those of the report where nothing is. */
export function Properties() {
  return (
    <div className={styles.panel} id="builder-properties">
      <Chosen />
    </div>
  );
}

function Chosen() {
  const { template, selection, ids } = useBuilder();
  if (selection.kind === 'elements') {
    const [id] = ids;
    const element = id === undefined ? undefined : findElement(template, id)?.element;
    if (ids.length > 1) return <SeveralElements ids={ids} />;
    return element ? <ElementProperties key={element.id} element={element} /> : <ReportProperties />;
  }
  if (selection.kind === 'band')
    return findBand(template, selection.path) ? (
      <BandProperties key={selection.path} path={selection.path} />
    ) : (
      <ReportProperties />
    );
  if (selection.kind === 'report' || template[selection.kind][selection.index] === undefined)
    return <ReportProperties />;
  const { kind, index } = selection;
  const key = `${kind}${index}`;
  switch (kind) {
    case 'parameters':
      return <ParameterProperties key={key} index={index} />;
    case 'variables':
      return <VariableProperties key={key} index={index} />;
    case 'datasets':
      return <DatasetProperties key={key} index={index} />;
    case 'groups':
      return <GroupProperties key={key} index={index} />;
    case 'styles':
      return <StyleProperties key={key} index={index} />;
  }
}
