import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { t } from '@cairn/ui';

interface Props {
  frame: RefObject<HTMLIFrameElement | null>;
  disabled: boolean;
}

/** Prints the document that is shown. */
export function PrintButton({ frame, disabled }: Props) {
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter size={16} aria-hidden />}
      disabled={disabled}
      onClick={() => frame.current?.contentWindow?.print()}
    >
      {t('runner.print')}
    </Button>
  );
}
