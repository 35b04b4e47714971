import { basePath, notifyError, t } from '@cairn/ui';
import { Button, Menu, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { SyntheticEvent } from 'react';
import { gatewayFields } from './gateway-fields.ts';
import type { ParameterValues, ReportConfig } from './types.ts';
import classes from './viewer.module.css';

const FRAME = 'report-download';

interface Props {
  config: ReportConfig;
  values: ParameterValues;
  /** Where parameters are missing that it needs. */
  disabled: boolean;
}

/** The report in each of its formats, with what a format leaves out. */
export function DownloadMenu({ config, values, disabled }: Props) {
  return (
    <>
      <Menu position="bottom-end" withinPortal disabled={disabled}>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            disabled={disabled}
            title={disabled ? t('viewer.downloadNeeds') : undefined}
          >
            {t('viewer.download')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.formats}>
          {config.formats.map(({ name, leaves_out: leavesOut }) => (
            <Menu.Item
              key={name}
              component="a"
              href={downloadAddress(config, values, name)}
              target={FRAME}
              rightSection={
                leavesOut && (
                  <Text size="xs" c="dimmed">
                    {t('viewer.leavesOut', { what: leavesOut })}
                  </Text>
                )
              }
            >
              {name.toUpperCase()}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {/* A file is saved and leaves the frame empty; what arrives in it is the sentence that says why there is none. */}
      <iframe name={FRAME} title={t('viewer.download')} hidden onLoad={tellError} />
    </>
  );
}

function tellError({ currentTarget }: SyntheticEvent<HTMLIFrameElement>): void {
  const sentence = currentTarget.contentDocument?.body?.textContent?.trim();
  if (sentence) notifyError(new Error(sentence));
}

function downloadAddress(config: ReportConfig, values: ParameterValues, format: string): string {
  const fields = gatewayFields(config.name, { values, format, fileName: config.title });
  return `${basePath()}/reports/execute?${fields}`;
}
