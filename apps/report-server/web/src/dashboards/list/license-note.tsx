import { Text } from '@mantine/core';
import { t } from '@cairn/ui';
import { useLicense } from '../../use-license.ts';

/** Whom the server is licensed to, or what is wrong: a licence for trying out is easy to tell. */
export function LicenseNote() {
  const license = useLicense().data;
  if (!license) return null;
  const text = license.development ? 'dashboards.licensedForDevelopment' : 'dashboards.licensed';
  return (
    <Text size="xs" c="dimmed" mt="md">
      {license.problem ?? t(text, { licensee: license.licensee })}
    </Text>
  );
}
