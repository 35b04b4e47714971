/** What all pages of reports share. */
export const reportsMessages = {
  formats: {
    leavesOut: {
      pages: 'without page breaks',
      sheet: 'simplified layout without page breaks',
      oldSheet: 'simplified layout without page breaks and charts',
      rows: 'only the rows',
      flow: 'simplified layout',
    },
  },
  report: {
    run: 'Run',
    runOf: 'Run {{title}}',
    schedule: 'Schedule',
    history: 'History',
    edit: 'Edit',
    delete: 'Delete',
    broken: 'Broken',
    reports: 'Reports',
    none: 'No report selected',
    noneText: 'Open a report from the list.',
    toReports: 'Show reports',
  },
};
