import { ActionIcon, Button, Group } from '@mantine/core';
import { IconDownload, IconRestore } from '@tabler/icons-react';
import { FileSize, Loaded, RelativeTime, t } from '@cairn/ui';
import { gisVersionDownloadHref } from '../addresses.ts';
import type { GisProject } from '../client.ts';
import { useGisVersions, useRestore } from './use-gis-projects.ts';
import styles from './gis-projects.module.css';

/** The runtime and the snapshots of a project, each to download; those who may edit restore a snapshot. */
export function ProjectVersions({ project }: { project: GisProject }) {
  const { id, name, can_edit: mayRestore } = project;
  const versions = useGisVersions(id);
  const restore = useRestore(id);
  return (
    <section aria-labelledby="gis-versions">
      <h3 id="gis-versions" className={styles.section}>
        {t('gisProjects.versions.title')}
      </h3>
      <Loaded query={versions} rows={3}>
        {({ versions: list }) => (
          <>
            {list.length > 1 && !mayRestore ? (
              <p className={styles.hint}>{t('gisProjects.versions.viewOnly')}</p>
            ) : null}
            <ul className={styles.versions} aria-label={t('gisProjects.versions.label', { name })}>
              {list.map(({ version, created_at: created, size_bytes: size, is_runtime: isRuntime }) => {
                const words = isRuntime
                  ? t('gisProjects.versions.runtime')
                  : t('gisProjects.versions.number', { version });
                return (
                  <li key={version}>
                    <div>
                      <span className={styles.version}>{words}</span>
                      <span className={styles.when}>
                        <RelativeTime exact value={created} />
                        {'\u00a0· '}
                        <FileSize bytes={size} />
                      </span>
                    </div>
                    <Group gap={6} wrap="nowrap">
                      {mayRestore && !isRuntime ? (
                        <Button
                          size="compact-sm"
                          variant="default"
                          leftSection={<IconRestore size={15} aria-hidden />}
                          aria-label={`${t('gisProjects.versions.restore')}: ${words}`}
                          loading={restore.isPending && restore.variables === version}
                          disabled={restore.isPending}
                          onClick={() => restore.mutate(version)}
                        >
                          {t('gisProjects.versions.restore')}
                        </Button>
                      ) : null}
                      <ActionIcon
                        component="a"
                        href={gisVersionDownloadHref(id, version)}
                        variant="subtle"
                        color="gray"
                        aria-label={`${t('gisProjects.versions.download')}: ${words}`}
                        title={t('gisProjects.versions.download')}
                      >
                        <IconDownload size={17} stroke={1.7} />
                      </ActionIcon>
                    </Group>
                  </li>
                );
              })}
            </ul>
            {list.length === 1 ? <p className={styles.hint}>{t('gisProjects.versions.only')}</p> : null}
          </>
        )}
      </Loaded>
    </section>
  );
}
