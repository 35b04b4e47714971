/** What runs and waits now. */
export const executionsMessages = {
  executions: {
    title: 'Current runs',
    lead: 'What runs and waits now, and what ended last.',
    history: 'History',
    now: 'Running and waiting',
    idle: 'Nothing is running. Runs appear here as soon as somebody or a schedule starts them.',
    ended: 'Ended last',
    search: 'Search these runs',
    started: 'started',
    requested: 'requested',
    cancelOf: 'Cancel {{title}}',
  },
};
