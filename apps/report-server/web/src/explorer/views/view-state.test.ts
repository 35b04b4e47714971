import { expect, test } from '@jest/globals';
import { parseState } from '../state/address.ts';
import { toViewContent, viewSearch } from './view-state.ts';

const address =
  '?datasource=sample&schema=public&table=places&filter=%7B%22column%22%3A%22population%22%2C%22op%22%3A%22gt%22%2C%22value%22%3A5%7D' +
  '&sort=-population&hide=a%252Cb,c&show=map,table&color=country&chart=bar&x=country&fn=sum&y=population';

test('a saved view opens what was saved', () => {
  const state = parseState(new URLSearchParams(address));
  if (!state.table) throw new Error('The address names a table.');
  const content = toViewContent({
    state,
    table: state.table,
    chart: state.chart,
    panes: state.panes ?? [],
    at: '4.00/50.000/10.000',
  });
  const search = viewSearch({ ...content, key: 'large-places' });
  const opened = new URLSearchParams(search ?? '');
  expect(parseState(opened)).toEqual({ ...state, view: 'large-places' });
  expect(opened.get('at')).toBe('4.00/50.000/10.000');
});

test('a view of a report has no address in the explorer', () => {
  expect(viewSearch({ key: 'a', source: {}, query: {}, visual: {} })).toBeNull();
});
