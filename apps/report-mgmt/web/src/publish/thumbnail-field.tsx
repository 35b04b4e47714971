import { Button, FileButton, Group, Input } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import { t } from '@cairn/ui';
import styles from './publish.module.css';

const KINDS = 'image/png,image/jpeg,image/webp';

interface Props {
  file: File | null;
  /** Address of the picture that the report has already. */
  current?: string | null;
  error?: React.ReactNode;
  onChange: (file: File | null) => void;
}

/** The picture of the catalog, with a preview. */
export function ThumbnailField({ file, current = null, error, onChange }: Props) {
  const chosen = useObjectUrl(file);
  const src = chosen ?? current;
  return (
    <Input.Wrapper
      label={t('publish.thumbnail')}
      description={t('publish.thumbnailHint')}
      error={error}
      labelElement="div"
    >
      <Group gap={12} my={6} align="flex-end">
        {src ? <img className={styles.thumbnail} src={src} alt={t('publish.thumbnailAlt')} /> : null}
        <FileButton accept={KINDS} onChange={onChange}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconPhoto size={16} aria-hidden />}>
              {t('publish.chooseThumbnail')}
            </Button>
          )}
        </FileButton>
        {file ? (
          <Button
            variant="subtle"
            color="gray"
            aria-label={t('publish.removeFile', { name: file.name })}
            onClick={() => onChange(null)}
          >
            {t('publish.remove')}
          </Button>
        ) : null}
      </Group>
    </Input.Wrapper>
  );
}

export function isPicture({ type }: File): boolean {
  return KINDS.split(',').includes(type);
}

function useObjectUrl(file: File | null): string | null {
  const url = useMemo(() => (file ? URL.createObjectURL(file) : null), [file]);
  useEffect(() => (url === null ? undefined : () => URL.revokeObjectURL(url)), [url]);
  return url;
}
