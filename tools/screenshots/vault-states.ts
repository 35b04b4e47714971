import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { dragFiles } from '../../e2e/src/drag-file.ts';
import { repositoryRoot } from '../topology.ts';
import { button, file, fill, item, pick, steps, text, type State } from './states.ts';

const places = readFileSync(join(repositoryRoot, 'tools/sample-data/populated-places.geojson'));
const cities = '/vault/datasets/populated-places';
const growing = '/vault/datasets/growing-cities';
const gauges = '/vault/datasets/gauges';

/** A polygon whose outline crosses itself. */
function crossedParcel(): string {
  const corners = ['0,0', '1,1', '1,0', '0,1', '0,0'].map((corner) => corner.split(',').map(Number));
  const geometry = { type: 'Polygon', coordinates: [corners] };
  return JSON.stringify({ type: 'Feature', properties: { parcel: 12 }, geometry });
}

const tool = (op: string, more: Partial<State> = {}): State => ({
  name: `vault-process-${op}`,
  path: `/vault/datasets/countries?tab=derive&op=${op}`,
  ...more,
});

const listStates: State[] = [
  { name: 'vault-visitor', path: '/vault/', as: 'visitor' },
  { name: 'vault-viewer', path: '/vault/', as: 'viewer' },
  { name: 'vault-menu', path: '/vault/', open: button('Actions for Cities and capitals') },
  {
    name: 'vault-selected',
    path: '/vault/?view=table',
    open: async (page) => {
      for (const at of [0, 1])
        await page
          .getByRole('checkbox', { name: /^Select (?!all)/ })
          .nth(at)
          .check();
    },
  },
  {
    name: 'vault-move',
    path: '/vault/',
    open: steps(button('Actions for gauges'), item('Move to folder…')),
  },
  {
    name: 'vault-delete',
    path: '/vault/?archived=only',
    open: steps(button('Actions for old-boreholes'), item('Delete permanently…')),
  },
  { name: 'vault-nothing', path: '/vault/?q=xyzzy' },
  { name: 'vault-folder-unknown', path: '/vault/?folder=999' },
  {
    name: 'vault-folder-empty',
    path: '/vault/',
    open: (page) =>
      page
        .getByRole('link', { name: /^Plans/ })
        .first()
        .click(),
  },
];

const datasetStates: State[] = [
  { name: 'vault-dataset-visitor', path: cities, as: 'visitor' },
  { name: 'vault-dataset-viewer', path: cities, as: 'viewer' },
  { name: 'vault-dataset-unknown', path: '/vault/datasets/nothing' },
  { name: 'vault-dataset-denied', path: '/vault/datasets/states', as: 'viewer' },
  { name: 'vault-dataset-archived', path: '/vault/datasets/old-boreholes' },
  { name: 'vault-dataset-old', path: `${growing}?version=1` },
  { name: 'vault-dataset-menu', path: cities, open: button('More actions') },
  { name: 'vault-dataset-feature', path: `${cities}?feature=5` },
  { name: 'vault-dataset-colours', path: '/vault/datasets/countries?color=continent' },
  { name: 'vault-dataset-map', path: '/vault/datasets/rivers?show=map' },
  { name: 'vault-dataset-table', path: `${cities}?show=table` },
  { name: 'vault-dataset-tiles', path: '/vault/datasets/weather-stations' },
  { name: 'vault-dataset-no-crs', path: '/vault/datasets/survey-points' },
  { name: 'vault-dataset-plain-image', path: '/vault/datasets/scanned-plan' },
  { name: 'vault-dataset-raster-details', path: '/vault/datasets/jacksboro-elevation?tab=technical' },
  { name: 'vault-dataset-details', path: `${cities}?tab=technical` },
  { name: 'vault-share', path: `${cities}?panel=share`, open: text('Owner') },
  { name: 'vault-publish', path: `${cities}?panel=publish`, open: text('Shows') },
  { name: 'vault-set-crs', path: '/vault/datasets/survey-points?panel=crs', open: text('Systems that') },
  { name: 'vault-columns', path: cities, open: button('Choose columns') },
  { name: 'vault-csv', path: cities, open: button('Download as CSV') },
  {
    name: 'vault-filter',
    path: cities,
    open: steps(button(/^Filter$/), pick('Column', 'country'), fill('Value', 'Japan')),
  },
  {
    name: 'vault-filtered',
    path: `${cities}?filters=${encodeURIComponent('[{"column":"country","op":"=","value":"Nowhere"}]')}`,
  },
  {
    name: 'vault-dataset-drop',
    path: cities,
    open: async (page) => void (await dragFiles(page, [{ name: 'new.geojson', bytes: '{}' }])),
  },
  {
    name: 'vault-dataset-dropped',
    path: cities,
    open: async (page) => {
      await (await dragFiles(page, [{ name: 'new.geojson', bytes: '{}' }])).drop();
      await page.getByRole('dialog').waitFor();
    },
  },
];

const editStates: State[] = [
  { name: 'vault-edits', path: gauges, open: text('unpublished changes') },
  { name: 'vault-edits-list', path: `${gauges}?panel=edits` },
  { name: 'vault-edits-save', path: gauges, open: steps(text('unpublished'), button('Save version')) },
  { name: 'vault-edits-discard', path: gauges, open: steps(text('unpublished'), button('Discard all')) },
  { name: 'vault-edit-row-new', path: `${gauges}?panel=add-row` },
  { name: 'vault-edit-wrong', path: gauges, open: (page) => typeInto(page, 'high', 4) },
  { name: 'vault-edit-rows-selected', path: gauges, open: (page) => check(page, ['Station 8', 'Station 9']) },
  {
    name: 'vault-edit-conflict',
    path: gauges,
    open: async (page) => {
      await page.route('**/edit/update*', async (route) => {
        const { updates: _, ...sent } = route.request().postDataJSON() as { updates: object; hash: string };
        await route.continue({ postData: JSON.stringify({ ...sent, updates: _, hash: 'outdated' }) });
      });
      await typeInto(page, 'Second', 2);
      await page.getByRole('alertdialog').waitFor();
      await page.unroute('**/edit/update*');
    },
  },
];

/** Double-clicks a cell of the third row, by the number of its column, and enters a text. */
async function typeInto(page: Page, words: string, column: number): Promise<void> {
  await page.getByRole('grid').locator('tbody tr').nth(3).getByRole('gridcell').nth(column).dblclick();
  const field = page.getByRole('textbox', { name: /^Value of/ });
  await field.fill(words);
  await field.press('Enter');
}

async function check(page: Page, rows: string[]): Promise<void> {
  for (const name of rows) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
}

const versionStates: State[] = [
  { name: 'vault-versions-history', path: `${growing}?tab=versions` },
  { name: 'vault-version-menu', path: `${growing}?tab=versions`, open: button('Actions for version 2') },
  {
    name: 'vault-rollback',
    path: `${growing}?tab=versions`,
    open: steps(button('Actions for version 1'), item('Roll back to this version')),
  },
  {
    name: 'vault-version-delete',
    path: `${growing}?tab=versions`,
    open: steps(button('Actions for version 3'), item('Delete version')),
  },
  { name: 'vault-lineage', path: `${growing}?tab=lineage&lineage=graph` },
  { name: 'vault-lineage-list', path: `${growing}?tab=lineage&lineage=list` },
  { name: 'vault-lineage-alone', path: `${cities}?tab=lineage` },
  { name: 'vault-compare', path: `${growing}/compare?left=1&right=2` },
  { name: 'vault-compare-side', path: `${growing}/compare?left=1&right=2&layout=side&kind=changed` },
  { name: 'vault-compare-other', path: `${growing}/compare?left=2&right=4` },
  { name: 'vault-compare-one', path: `${cities}/compare` },
  { name: 'vault-compare-refused', path: `${growing}/compare?left=1&right=2&key=country` },
];

const processStates: State[] = [
  tool('filter'),
  tool('filter', {
    name: 'vault-process-preview',
    path: `/vault/datasets/countries?tab=derive&where=${encodeURIComponent("continent = 'Africa'")}`,
    open: text(/of 241 features/),
  }),
  tool('filter', {
    name: 'vault-process-error',
    open: steps(fill('Condition', 'population > 5 AND'), text(/cannot be read/)),
  }),
  tool('filter', {
    name: 'vault-process-suggestions',
    open: (page) => page.getByRole('textbox', { name: 'Condition' }).pressSequentially('co'),
  }),
  tool('dissolve', { open: pick('Field', 'continent') }),
  tool('clip'),
  tool('buffer', { open: fill('Distance in metres', '50000') }),
  tool('reproject'),
  tool('simplify', { open: fill('Tolerance in metres', '20000') }),
  tool('spatial_join', { open: pick('Dataset', 'Cities') }),
  tool('intersect'),
  tool('calculate', { open: fill('Expression', 'population / 1000') }),
];

const uploadStates: State[] = [
  { name: 'vault-upload-viewer', path: '/vault/upload', as: 'viewer' },
  { name: 'vault-upload-table', path: '/vault/upload?from=table' },
  { name: 'vault-upload-refused', path: '/vault/upload', open: file('report.pdf', '%PDF') },
  {
    name: 'vault-upload-exists',
    path: '/vault/upload',
    open: steps(file('populated-places.geojson', places), text('already exists')),
  },
  {
    name: 'vault-upload-problems',
    path: '/vault/upload',
    open: steps(file(`parcels-${Date.now()}.geojson`, crossedParcel()), text(/invalid geometr/)),
  },
  {
    name: 'vault-upload-postgis',
    path: '/vault/upload',
    open: (page) => page.getByRole('switch', { name: 'Also load into PostGIS' }).check({ force: true }),
  },
  {
    name: 'vault-import-wrong',
    path: '/vault/upload?from=url',
    open: steps(fill('File URL', 'example'), button('Start import')),
  },
  { name: 'vault-import-s3-wrong', path: '/vault/upload?from=s3', open: button('Start import') },
  {
    name: 'vault-import-failed',
    path: '/vault/upload?from=url',
    open: steps(
      fill('File URL', 'http://127.0.0.1:9/roads.gpkg'),
      button('Start import'),
      text(/cannot be reached/),
    ),
  },
];

export const vaultStates = [
  ...listStates,
  ...datasetStates,
  ...editStates,
  ...versionStates,
  ...processStates,
  ...uploadStates,
];
