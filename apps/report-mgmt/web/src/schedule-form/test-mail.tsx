import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { t } from '@cairn/ui';
import { useRunNow } from '../schedules/use-run-now.ts';
import styles from './schedule-form.module.css';

interface TestMailProps {
  /** Of the stored schedule. */
  id: number;
  isDirty: boolean;
}

/** Sends the reader the mail that the recipients would get, from what is saved. */
export function TestMail({ id, isDirty }: TestMailProps) {
  const { sendTest, isRunning } = useRunNow();
  return (
    <div className={styles.test}>
      <Button
        variant="default"
        leftSection={<IconSend size={16} aria-hidden />}
        loading={isRunning(id)}
        disabled={isDirty}
        aria-describedby="schedule-test-hint"
        onClick={() => sendTest(id)}
      >
        {t('schedules.sendTest')}
      </Button>
      <span id="schedule-test-hint" className={styles.quiet}>
        {t(isDirty ? 'scheduleForm.testDirty' : 'scheduleForm.testHint')}
      </span>
    </div>
  );
}
