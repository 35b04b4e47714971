import { Button, Menu } from '@mantine/core';
import { IconCopy, IconDownload, IconListDetails, IconMap2 } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import {
  DataTable,
  EmptyState,
  MenuItem,
  notifyDone,
  Page,
  RowMenu,
  t,
  useRights,
  useUrlState,
} from '@cairn/ui';
import { datasetsCrumb, gisProjectDownloadHref } from '../addresses.ts';
import type { GisProject } from '../client.ts';
import { projectColumns } from './project-columns.tsx';
import { ProjectPanel } from './project-panel.tsx';
import { useGisProjects } from './use-gis-projects.ts';

/** All GIS projects that the person may see; the details of one are beside them. */
export function GisProjectsPage() {
  const projects = useGisProjects();
  const columns = useMemo(() => projectColumns(), []);
  const [shown, show] = useUrlState('project');
  const mayPublish = useRights('vault').edit;
  return (
    <Page title={t('gisProjects.title')} lead={t('gisProjects.lead')} crumbs={[datasetsCrumb()]}>
      <DataTable
        label={t('gisProjects.label')}
        rows={projects.data}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        source={projects}
        searchPlaceholder={t('gisProjects.search')}
        currentKey={shown}
        actions={(row) => <ProjectMenu project={row} onShow={() => show(row.id)} />}
        empty={
          <EmptyState
            boxed
            icon={<IconMap2 size={22} stroke={1.6} />}
            title={t('gisProjects.none')}
            text={t(mayPublish ? 'gisProjects.noneText' : 'gisProjects.noneForViewers')}
            action={
              mayPublish ? (
                <Button component={Link} to="/?type=raster">
                  {t('gisProjects.noneAction')}
                </Button>
              ) : undefined
            }
          />
        }
      />
      <ProjectPanel id={shown} onClose={() => show('')} />
    </Page>
  );
}

function ProjectMenu({ project, onShow }: { project: GisProject; onShow: () => void }) {
  const { id, name, wms_url: wms } = project;
  return (
    <RowMenu label={t('gisProjects.actions', { name })}>
      <MenuItem icon={IconListDetails} onClick={onShow}>
        {t('gisProjects.details')}
      </MenuItem>
      {wms ? (
        <MenuItem
          icon={IconCopy}
          onClick={() =>
            void navigator.clipboard.writeText(wms).then(() => notifyDone(t('gisProjects.copied', { name })))
          }
        >
          {t('gisProjects.copy')}
        </MenuItem>
      ) : null}
      <Menu.Item
        component="a"
        href={gisProjectDownloadHref(id)}
        leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
      >
        {t('gisProjects.download')}
      </Menu.Item>
    </RowMenu>
  );
}
