import { useState } from 'react';
import { useLocation } from 'react-router';
import { BuilderView } from './builder-view.tsx';
import { readHandedTemplate, type HandedTemplate } from './handed-template.ts';
import { StartPage } from './start/start-page.tsx';

/** A new report: what another page handed over, or a few choices first. */
export function NewReportPage() {
  const { state, key } = useLocation();
  const [made, setMade] = useState<HandedTemplate | null>(() => readHandedTemplate(state));
  if (made) return <BuilderView start={made} report={null} />;
  return (
    <StartPage
      key={key === 'default' ? undefined : key}
      onMade={(template, datasource) => setMade({ template, datasource, findings: [], finding: null })}
    />
  );
}
