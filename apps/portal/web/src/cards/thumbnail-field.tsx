import { Button, Input, Progress } from '@mantine/core';
import { useState } from 'react';
import { basePath, FileDropZone, sentenceOf, t, uploadFile } from '@cairn/ui';

interface Props {
  value: string;
  onChange: (url: string) => void;
}

const types = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
const MAX_BYTES = 5 * 1024 * 1024;

/** Uploads the picture of a card. */
export function ThumbnailField({ value, onChange }: Props) {
  const [percent, setPercent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isUploading = percent !== null;
  async function upload(file: File | undefined) {
    if (!file || isUploading) return;
    const refusal = problemOf(file);
    setProblem(refusal);
    if (refusal) return;
    setPercent(0);
    try {
      const { url } = await uploadFile<{ url: string }>({
        url: `${basePath()}/api/admin/portal/thumbnails`,
        file,
        onProgress: ({ sentBytes, totalBytes }) => setPercent((100 * sentBytes) / totalBytes),
      });
      onChange(url);
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setPercent(null);
    }
  }
  return (
    <Input.Wrapper label={t('cards.fieldPicture')} error={problem} labelElement="div">
      <FileDropZone
        title={t(isUploading ? 'cards.uploading' : 'cards.drop')}
        extensions={types}
        onFiles={([file]) => void upload(file)}
      >
        <span>{t('cards.fieldPictureHint')}</span>
      </FileDropZone>
      {isUploading && <Progress value={percent} size="sm" mt={6} aria-label={t('cards.uploading')} />}
      {value && (
        <Button variant="subtle" color="gray" size="compact-sm" mt={6} onClick={() => onChange('')}>
          {t('cards.noPicture')}
        </Button>
      )}
    </Input.Wrapper>
  );
}

function problemOf(file: File): string | null {
  if (!types.includes(file.type)) return t('cards.pictureKind');
  return file.size > MAX_BYTES ? t('cards.pictureTooLarge') : null;
}
