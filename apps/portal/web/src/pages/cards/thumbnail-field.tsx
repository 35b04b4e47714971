import { Button, Group, Input, Progress } from '@mantine/core';
import { Dropzone, type FileRejection } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { IconPhotoUp } from '@tabler/icons-react';
import { useState } from 'react';
import { basePath, sentenceOf, t, uploadFile } from '@cairn/ui';
import classes from './cards.module.css';

interface Props {
  value: string;
  onChange: (url: string) => void;
}

const pictures = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
const mostBytes = 5 * 1024 * 1024;

/** Uploads a card's picture; the card above shows it. */
export function ThumbnailField({ value, onChange }: Props) {
  const [percent, setPercent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  async function send(file: File | undefined) {
    if (!file) return;
    setProblem(null);
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
    <Input.Wrapper
      label={t('cards.fieldPicture')}
      description={t('cards.fieldPictureHint')}
      error={problem}
      labelElement="div"
    >
      <Dropzone
        mt={6}
        accept={pictures}
        maxSize={mostBytes}
        multiple={false}
        loading={percent !== null}
        onDrop={([file]) => void send(file)}
        onReject={(rejections) => setProblem(rejectionOf(rejections))}
        inputProps={{ 'aria-label': t('cards.fieldPicture') }}
      >
        <div className={classes.drop}>
          <IconPhotoUp size={20} stroke={1.6} aria-hidden />
          {t('cards.drop')}
        </div>
      </Dropzone>
      {percent !== null && <Progress value={percent} size="sm" mt={6} aria-label={t('cards.uploading')} />}
      {value && (
        <Group mt={6}>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onChange('')}>
            {t('cards.noPicture')}
          </Button>
        </Group>
      )}
    </Input.Wrapper>
  );
}

function rejectionOf([first]: FileRejection[]): string {
  const tooLarge = first?.errors.some(({ code }) => code === 'file-too-large');
  return t(tooLarge ? 'cards.pictureTooLarge' : 'cards.pictureKind');
}
