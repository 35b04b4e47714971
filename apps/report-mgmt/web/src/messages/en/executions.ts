/** What runs and waits now. */
export const executionsMessages = {
  executions: {
    title: 'Current runs',
    lead: 'Running and queued reports, and the most recently finished ones.',
    history: 'History',
    now: 'Running and queued',
    idle: 'No reports are running. Runs appear here when a person or a schedule starts them.',
    ended: 'Recently finished',
    search: 'Search these runs',
    started: 'started',
    requested: 'requested',
    cancelOf: 'Cancel {{title}}',
  },
};
