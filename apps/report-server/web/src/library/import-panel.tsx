import { Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconFileCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ReportServerSchemas } from '@cairn/contracts/client';
import type { Template } from '@cairn/report-engine/browser';
import {
  FileDropZone,
  formatNumber,
  LoadingRows,
  notifyDone,
  sentenceOf,
  SidePanel,
  t,
  uploadFile,
} from '@cairn/ui';
import { useDatasources } from '../explorer/queries.ts';
import { builderRoute, NEW_REPORT_ROUTE, reportsApi } from './addresses.ts';
import { FindingList } from './finding-list.tsx';
import { isKey, keyOfTitle } from './report-key.ts';
import type { TemplateFinding } from './types.ts';
import { reportsKey } from './use-reports.ts';

type ImportedReport = ReportServerSchemas['ImportedReport'];

/** What the server reads from a file of JasperReports. */
interface Imported {
  template: Template;
  findings: TemplateFinding[];
}

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** Reads a JRXML file, or a zip with its pictures and subreports; what was found is shown before anything is kept. */
export function ImportPanel({ opened, onClose }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const [imported, setImported] = useState<Imported | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);

  async function read([chosen]: File[]): Promise<void> {
    if (!chosen) return;
    setFile(chosen);
    setImported(null);
    setProblem(null);
    setReading(true);
    try {
      const answer = await uploadFile<ImportedReport>({ url: reportsApi('/import'), file: chosen });
      setImported({
        template: answer.template as unknown as Template,
        findings: answer.findings.map(toFinding),
      });
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setReading(false);
    }
  }

  function discard(): void {
    setFile(null);
    setImported(null);
    setProblem(null);
  }

  return (
    <SidePanel opened={opened} title={t('import.title')} onClose={onClose} size={520}>
      <Stack>
        {imported ? null : (
          <FileDropZone
            title={t('import.choose')}
            extensions={['.jrxml', '.zip']}
            onFiles={(files) => void read(files)}
          >
            <Text size="sm" c="dimmed">
              {t('import.hint')}
            </Text>
          </FileDropZone>
        )}
        {isReading ? <LoadingRows rows={3} /> : null}
        {problem === null ? null : (
          <Alert color="red" title={t('import.failed')}>
            {problem}
          </Alert>
        )}
        {imported && file ? <Found file={file} imported={imported} onDiscard={discard} /> : null}
      </Stack>
    </SidePanel>
  );
}

interface FoundProps {
  file: File;
  imported: Imported;
  onDiscard: () => void;
}

/** What the file became, and whether to keep it. */
function Found({ file, imported: { template, findings }, onDiscard }: FoundProps) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [chosen, setDatasource] = useState<string | null>(null);
  const datasources = useDatasources().data ?? [];
  const datasource = chosen ?? (datasources.length === 1 ? (datasources[0]?.key ?? null) : null);
  const [key, setKey] = useState(() => keyOfTitle(template.title || file.name.replace(/\.\w+$/, '')));
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const hasErrors = findings.some(({ level }) => level === 'error');

  async function keep(): Promise<void> {
    if (!isKey(key)) {
      setProblem(t('save.badKey'));
      return;
    }
    setSaving(true);
    try {
      await uploadFile({
        url: reportsApi('/import'),
        file,
        fields: { save: 'true', key, ...(datasource !== null && { datasource }) },
      });
      notifyDone(t('import.kept', { title: template.title }));
      await queries.invalidateQueries({ queryKey: reportsKey });
      await navigate(builderRoute(key.toLowerCase()));
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setSaving(false);
    }
  }

  return (
    <Stack>
      <Group gap={8} wrap="nowrap">
        <IconFileCheck size={22} stroke={1.6} aria-hidden />
        <div>
          <Text fw={600}>{template.title || file.name}</Text>
          <Text size="sm" c="dimmed">
            {findings.length === 0
              ? t('import.clean')
              : t('import.findings', { count: findings.length, number: formatNumber(findings.length) })}
          </Text>
        </div>
      </Group>
      <Select
        label={t('import.datasource')}
        description={t('import.datasourceHint')}
        data={datasources.map((each) => ({ value: each.key, label: each.title }))}
        value={datasource}
        searchable
        onChange={setDatasource}
      />
      <FindingList
        findings={findings}
        onOpen={(finding) =>
          void navigate(NEW_REPORT_ROUTE, { state: { template, datasource, findings, finding } })
        }
      />
      {findings.length > 0 ? (
        <Text size="sm" c="dimmed">
          {t('import.findingsHint')}
        </Text>
      ) : null}
      {hasErrors ? null : (
        <TextInput
          label={t('save.key')}
          description={t('save.keyHint')}
          value={key}
          error={problem}
          onChange={(event) => {
            setKey(event.currentTarget.value);
            setProblem(null);
          }}
        />
      )}
      <Group justify="flex-end" gap={8}>
        <Button variant="subtle" color="gray" onClick={onDiscard}>
          {t('import.discard')}
        </Button>
        <Button
          variant="default"
          onClick={() => void navigate(NEW_REPORT_ROUTE, { state: { template, datasource, findings } })}
        >
          {t('import.open')}
        </Button>
        {hasErrors ? null : (
          <Button loading={isSaving} onClick={() => void keep()}>
            {t('import.keep')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** A finding about the file, as one about the template that came of it. */
function toFinding({
  severity,
  file,
  line,
  element,
  id,
  message,
}: ImportedReport['findings'][number]): TemplateFinding {
  const place = [file, t('import.line', { line, element })].filter(Boolean).join(', ');
  return {
    level: severity === 'error' ? 'error' : 'warning',
    path: '$',
    place,
    message,
    ...(id !== undefined && { element: id }),
  };
}
