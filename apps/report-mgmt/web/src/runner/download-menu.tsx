import { Button, Menu, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { SyntheticEvent } from 'react';
import { notifyError, t } from '@cairn/ui';
import { executeHref } from '../addresses.ts';
import type { ReportConfig } from '../client.ts';
import { inOrder, leavesOut } from '../formats.ts';
import type { ParameterValues } from './parameter-values.ts';
import { runFields } from './run-fields.ts';

const FRAME = 'report-download';

interface Props {
  config: ReportConfig;
  /** Those of the report engine. */
  formats: readonly string[];
  values: ParameterValues;
  /** Where required parameters have no value. */
  disabled: boolean;
}

/** The report in each of its formats, with what a format leaves out. */
export function DownloadMenu({ config, formats, values, disabled }: Props) {
  return (
    <>
      <Menu position="bottom-end" withinPortal disabled={disabled}>
        <Menu.Target>
          <Button
            leftSection={<IconDownload size={16} aria-hidden />}
            disabled={disabled}
            title={disabled ? t('runner.downloadNeeds') : undefined}
          >
            {t('runner.download')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown miw={260}>
          {inOrder(formats).map((format) => (
            <Menu.Item
              key={format}
              component="a"
              href={executeHref(runFields(config, { values, format, fileName: config.title }))}
              target={FRAME}
              rightSection={
                <Text size="xs" c="dimmed">
                  {leavesOut(format)}
                </Text>
              }
            >
              {format.toUpperCase()}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {/* A file is saved and leaves the frame empty; what arrives in it is the sentence that says why it failed. */}
      <iframe name={FRAME} title={t('runner.download')} hidden onLoad={tellError} />
    </>
  );
}

function tellError({ currentTarget }: SyntheticEvent<HTMLIFrameElement>): void {
  const sentence = currentTarget.contentDocument?.body?.textContent?.trim();
  if (sentence) notifyError(new Error(sentence));
}
