/** Of the islands; the server renders the texts of the pages. */
export const messages = {
  runs: {
    chart_one: 'Rows, duration and bytes of the one run below',
    chart_other: 'Rows, duration and bytes of the {{count}} runs below, from the oldest to the newest',
    inserted: 'Inserted',
    updated: 'Updated',
    deleted: 'Deleted',
    unfinished: 'Failed or waiting',
    rows: 'Rows',
    duration: 'Duration',
    fetched: 'Fetched',
  },
  map: {
    label: 'The rows of {{table}}',
    loading: 'Loading the rows of the map',
    noRows: 'The rows could not be read',
    history: 'History of this row',
    shows: 'On the map: {{title}}',
    allShown_one: 'The one row is shown.',
    allShown_other: 'All {{total}} rows are shown.',
    someShown_one: 'The one row has no geometry.',
    someShown_other:
      '{{shown}} of {{total}} rows are shown, and all marked ones. Rows without a geometry are only in the table.',
  },
};
