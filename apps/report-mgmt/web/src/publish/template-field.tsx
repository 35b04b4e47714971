import { Button, Group, Input, Text } from '@mantine/core';
import { IconFileCheck, IconX } from '@tabler/icons-react';
import { FileDropZone, FileSize, t } from '@cairn/ui';
import styles from './publish.module.css';

export const TEMPLATE_ENDINGS = ['.jrxml', '.json', '.zip'];

interface Props {
  file: File | null;
  error?: React.ReactNode;
  /** What applies while no file is chosen. */
  hint?: string;
  onChange: (file: File | null) => void;
}

/** The template, by drop or by the file chooser. The heading above it is its label. */
export function TemplateField({ file, error, hint, onChange }: Props) {
  return (
    <Input.Wrapper description={hint} error={error} inputWrapperOrder={['description', 'input', 'error']}>
      {file ? (
        <Group className={styles.file} gap={10} wrap="nowrap">
          <IconFileCheck size={22} stroke={1.6} aria-hidden />
          <Text fw={550} className={styles.fileName}>
            {file.name}
          </Text>
          <Text size="sm" c="dimmed">
            <FileSize bytes={file.size} />
          </Text>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconX size={14} aria-hidden />}
            aria-label={t('publish.removeFile', { name: file.name })}
            onClick={() => onChange(null)}
          >
            {t('publish.remove')}
          </Button>
        </Group>
      ) : (
        <div className={styles.drop}>
          <FileDropZone
            title={t('publish.dropTemplate')}
            extensions={TEMPLATE_ENDINGS}
            onFiles={([chosen]) => onChange(chosen ?? null)}
          >
            <Text size="sm" c="dimmed">
              {t('publish.templateHint')}
            </Text>
          </FileDropZone>
        </div>
      )}
    </Input.Wrapper>
  );
}

export function isTemplateName(name: string): boolean {
  return TEMPLATE_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending));
}
