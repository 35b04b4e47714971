/** Runs as short lists show them. */
export const runsMessages = {
  runs: {
    status: {
      queued: 'Queued',
      running: 'Running',
      succeeded: 'Succeeded',
      failed: 'Failed',
      skipped: 'Skipped',
      missed: 'Missed',
      cancelled: 'Cancelled',
    },
    strip_one: 'Last run: {{parts}}',
    strip_other: 'Last {{count}} runs: {{parts}}',
  },
};
