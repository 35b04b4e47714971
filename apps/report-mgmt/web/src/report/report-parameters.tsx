import { Loaded, Panel, t } from '@cairn/ui';
import type { ReportParameter } from '../client.ts';
import { fieldKind, isMultiple, textsOf } from '../runner/parameter-values.ts';
import { useConfig } from '../runner/use-config.ts';
import styles from './view.module.css';

/** What a report asks for. */
export function ReportParameters({ report }: { report: string }) {
  const config = useConfig(report, new URLSearchParams());
  return (
    <Panel title={t('view.parameters')}>
      <Loaded query={config}>{({ parameters }) => <ParameterList parameters={parameters} />}</Loaded>
    </Panel>
  );
}

function ParameterList({ parameters }: { parameters: ReportParameter[] }) {
  if (parameters.length === 0) return t('view.noParameters');
  return (
    <ul className={styles.parameters}>
      {parameters.map((parameter) => (
        <li key={parameter.name}>
          <span className={styles.label}>{parameter.label || parameter.name}</span>
          <span className={styles.quiet}>{factsOf(parameter, parameters).join(' · ')}</span>
          {parameter.description ? <span className={styles.quiet}>{parameter.description}</span> : null}
        </li>
      ))}
    </ul>
  );
}

function factsOf(parameter: ReportParameter, parameters: ReportParameter[]): string[] {
  const { name, required, hidden, depends_on: parents = [] } = parameter;
  const defaults = textsOf(parameter.default).join(', ');
  const labelOf = (parent: string) => parameters.find((other) => other.name === parent)?.label || parent;
  return [
    ...(parameter.label && parameter.label !== name ? [name] : []),
    t(`view.kinds.${isMultiple(parameter) ? 'several' : fieldKind(parameter)}`),
    ...(required ? [t('view.required')] : []),
    ...(hidden ? [t('view.hidden')] : []),
    ...(defaults === '' ? [] : [t('view.defaultValue', { value: defaults })]),
    ...(parents.length === 0 ? [] : [t('view.dependsOn', { names: parents.map(labelOf).join(', ') })]),
  ];
}
