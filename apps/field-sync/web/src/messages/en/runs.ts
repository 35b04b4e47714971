/** The chart of runs. */
export const runsMessages = {
  runs: {
    chart_one: 'Rows, duration and bytes of the one run below',
    chart_other: 'Rows, duration and bytes of the {{count}} runs below, from the oldest to the newest',
    inserted: 'Inserted',
    updated: 'Updated',
    deleted: 'Deleted',
    planned: '(planned)',
    unfinished: 'Failed or waiting',
    rows: 'Rows',
    duration: 'Duration',
    fetched: 'Fetched',
  },
};
