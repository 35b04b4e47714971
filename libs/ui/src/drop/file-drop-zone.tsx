import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { IconFileUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { tui } from '../i18n.ts';
import classes from './file-drop-zone.module.css';

interface Props {
  title: string;
  /** Extensions that the file chooser offers. Other files can still be dropped: the caller says what is wrong with them. */
  extensions: readonly string[];
  multiple?: boolean;
  onFiles: (files: File[]) => void;
  /** Hints below the title. */
  children?: ReactNode;
}

/** An area where files are dropped, or chosen with a click or the keyboard. */
export function FileDropZone({ title, extensions, multiple = false, onFiles, children }: Props) {
  return (
    <Dropzone
      className={classes.zone}
      role="button"
      onDrop={onFiles}
      // Hidden from assistive technology too: the zone itself is the button.
      inputProps={{ accept: extensions.join(','), multiple, style: { display: 'none' } }}
    >
      <div className={classes.content}>
        <IconFileUpload size={30} stroke={1.5} aria-hidden />
        <strong>
          <Dropzone.Accept>{tui('drop.now')}</Dropzone.Accept>
          <Dropzone.Idle>{title}</Dropzone.Idle>
        </strong>
        {children}
      </div>
    </Dropzone>
  );
}
