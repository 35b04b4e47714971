import { Badge, Button, Group, Stack, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Template } from '@cairn/report-engine/browser';
import { Loaded, RelativeTime, requestJson, SidePanel, t, type ApiError } from '@cairn/ui';
import { reportApi } from '../../library/addresses.ts';
import type { Report, ReportVersion, ReportVersionDetails } from '../../library/types.ts';
import { DifferenceList } from './difference-list.tsx';
import styles from './versions.module.css';

interface Props {
  report: Report;
  opened: boolean;
  /** The template as it is in the builder. */
  template: Template;
  onClose: () => void;
  onRestore: (template: Template) => void;
}

/** The versions of a report; one of them is compared with what is in the builder, and can be taken back. */
export function VersionsPanel({ report, opened, template, onClose, onRestore }: Props) {
  const [chosen, setChosen] = useState<number | null>(null);
  const versions = useQuery<ReportVersion[], ApiError>({
    queryKey: ['report-versions', report.key, report.version],
    queryFn: async ({ signal }) =>
      (await requestJson<{ versions: ReportVersion[] }>(reportApi(report.key, '/versions'), { signal }))
        .versions,
    enabled: opened,
  });
  return (
    <SidePanel opened={opened} title={t('versions.title')} onClose={onClose} size={520}>
      <Loaded query={versions}>
        {(list) => (
          <ol className={styles.versions} reversed>
            {list.map((version) => (
              <li key={version.version}>
                <UnstyledButton
                  className={styles.version}
                  aria-expanded={chosen === version.version}
                  onClick={() => setChosen(chosen === version.version ? null : version.version)}
                >
                  <Group gap={8}>
                    <strong>{t('versions.number', { number: version.version })}</strong>
                    {version.is_current ? <Badge size="sm">{t('versions.current')}</Badge> : null}
                    <Badge size="sm" variant="light" color="gray">
                      {t(`versions.sources.${version.source}`)}
                    </Badge>
                  </Group>
                  <span className={styles.facts}>
                    {version.created_by} <RelativeTime value={version.created_at} />
                  </span>
                </UnstyledButton>
                {chosen === version.version ? (
                  <Compared
                    reportKey={report.key}
                    version={version.version}
                    template={template}
                    onRestore={onRestore}
                  />
                ) : null}
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </SidePanel>
  );
}

interface ComparedProps {
  reportKey: string;
  version: number;
  template: Template;
  onRestore: (template: Template) => void;
}

function Compared({ reportKey, version, template, onRestore }: ComparedProps) {
  const details = useQuery<ReportVersionDetails, ApiError>({
    queryKey: ['report-version', reportKey, version],
    queryFn: ({ signal }) =>
      requestJson<ReportVersionDetails>(reportApi(reportKey, `/versions/${version}`), { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div className={styles.compared}>
      <Loaded query={details}>
        {(old) => (
          <Stack gap="xs">
            <h3>{t('versions.since', { number: version })}</h3>
            <DifferenceList before={old.template} after={template} />
            <Button size="xs" variant="default" onClick={() => onRestore(old.template)}>
              {t('versions.restore', { number: version })}
            </Button>
          </Stack>
        )}
      </Loaded>
    </div>
  );
}
