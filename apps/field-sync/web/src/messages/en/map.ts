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
    withoutGeometry_one: 'The one row has no geometry.',
    withoutGeometry_other: '{{shown}} of {{total}} rows are shown. The others have no geometry.',
    firstShown: '{{shown}} of {{total}} rows are shown.',
    viewWhole_zero: 'No row is in this view, of {{total}} in the table.',
    viewWhole_one: 'The one row in this view is shown, of {{total}} in the table.',
    viewWhole_other: 'All {{matching}} rows in this view are shown, of {{total}} in the table.',
    viewPartly:
      '{{shown}} of the {{matching}} rows in this view are shown, of {{total}} in the table. Zoom in to see all of them.',
  },
};
