/** Maps of the settings. */
export const mapMessages = {
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
