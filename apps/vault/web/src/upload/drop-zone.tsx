import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { IconFileUpload, IconUpload } from '@tabler/icons-react';
import { t } from '@cairn/ui';
import { ACCEPTED } from './file-check.ts';
import styles from './upload.module.css';

interface DropZoneProps {
  single: boolean;
  onFiles: (files: File[]) => void;
}

/** Where files are dropped or chosen. What is wrong with one is said in the list, beside its name. */
export function DropZone({ single, onFiles }: DropZoneProps) {
  const words = t(single ? 'upload.dropVersion' : 'upload.drop');
  return (
    <Dropzone
      className={styles.zone}
      onDrop={onFiles}
      multiple={!single}
      inputProps={{
        'aria-label': t(single ? 'upload.chooseOne' : 'upload.choose'),
        accept: ACCEPTED.join(','),
      }}
      aria-label={words}
    >
      <div className={styles.zoneWords}>
        <Dropzone.Accept>
          <IconUpload size={30} stroke={1.5} aria-hidden />
        </Dropzone.Accept>
        <Dropzone.Idle>
          <IconFileUpload size={30} stroke={1.5} aria-hidden />
        </Dropzone.Idle>
        <strong>{words}</strong>
        <span>{ACCEPTED.join('  ')}</span>
      </div>
    </Dropzone>
  );
}
