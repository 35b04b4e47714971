import { Alert, Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { CopyButton, Facts, Loaded, RelativeTime, SidePanel, t } from '@cairn/ui';
import { datasetRoute } from '../addresses.ts';
import type { GisProject } from '../client.ts';
import { kindOf } from './project-columns.tsx';
import { RuntimeState, stateHint } from './runtime-state.tsx';
import { useGisProject } from './use-gis-projects.ts';
import { ProjectVersions } from './project-versions.tsx';
import styles from './gis-projects.module.css';

interface ProjectPanelProps {
  /** Id of the project; '' while the panel is closed. */
  id: string;
  onClose: () => void;
}

/** A project: its state, its address for map programs, and its versions. */
export function ProjectPanel({ id, onClose }: ProjectPanelProps) {
  return (
    <SidePanel opened={id !== ''} onClose={onClose} title={t('gisProjects.panel')} size={560}>
      {id === '' ? null : <Content key={id} id={id} />}
    </SidePanel>
  );
}

function Content({ id }: { id: string }) {
  const project = useGisProject(id);
  return (
    <Loaded query={project} rows={6}>
      {(data) => (
        <>
          <h2 className={styles.name}>{data.name}</h2>
          <ProjectFacts project={data} />
          <ProjectVersions project={data} />
        </>
      )}
    </Loaded>
  );
}

function ProjectFacts({ project }: { project: GisProject }) {
  const { name, dataset, wms_url: wms, publication, layers, runtime_status: status } = project;
  const hint = stateHint(status);
  return (
    <>
      {hint ? (
        <Alert color="orange" mb="md">
          {hint}
        </Alert>
      ) : null}
      <Facts
        entries={[
          [t('gisProjects.status'), <RuntimeState key="state" status={status} />],
          [t('gisProjects.kind'), kindOf(project)],
          [
            t('gisProjects.dataset'),
            dataset ? (
              <Anchor component={Link} to={datasetRoute(dataset)} inherit>
                {dataset}
              </Anchor>
            ) : null,
          ],
          [t('gisProjects.layers'), layers?.join(', ')],
          [t('gisProjects.updated'), project.updated_at ? <RelativeTime value={project.updated_at} /> : null],
          [
            t('gisProjects.address'),
            wms ? (
              <span className={styles.address}>
                <code>{wms}</code>
                <CopyButton value={wms} label={t('gisProjects.copy')} />
              </span>
            ) : dataset ? (
              t('gisProjects.noAddress')
            ) : null,
          ],
          [
            t('gisProjects.viewerLabel'),
            publication || dataset ? null : (
              <Anchor href={project.viewer_url} inherit>
                {t('gisProjects.viewer')}
              </Anchor>
            ),
          ],
        ]}
      />
      {wms && status === 'running' ? (
        <img
          className={styles.legend}
          src={`${localAddress(wms)}?${LEGEND}&LAYER=${encodeURIComponent(layers?.[0] ?? '')}`}
          alt={t('gisProjects.picture', { name })}
        />
      ) : null}
      {wms ? <p className={styles.hint}>{t('gisProjects.qgis')}</p> : null}
    </>
  );
}

const LEGEND = 'SERVICE=WMS&REQUEST=GetLegendGraphic&FORMAT=image/png&TRANSPARENT=TRUE';

/** The page may be open at another address than the public one; the path is the same. */
function localAddress(url: string): string {
  return new URL(url).pathname;
}
