import { Text } from '@mantine/core';
import type { RefObject } from 'react';
import { formatMilliseconds, t } from '@cairn/ui';
import { withBase } from './with-base.ts';
import classes from './runner.module.css';

interface Props {
  frame: RefObject<HTMLIFrameElement | null>;
  title: string;
  html: string;
  seconds: number;
}

/** The document of a run, with how long the run took. */
export function RunDocument({ frame, title, html, seconds }: Props) {
  return (
    <div className={classes.result}>
      <Text size="sm" c="dimmed" role="status">
        {t('runner.done', { time: formatMilliseconds(seconds * 1000) })}
      </Text>
      {/* Without scripts. Of the same origin, so that its pictures are asked for with the session. */}
      <iframe
        ref={frame}
        className={classes.frame}
        srcDoc={withBase(html)}
        title={title}
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-modals"
      />
    </div>
  );
}
