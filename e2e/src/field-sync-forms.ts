import type { Page } from 'playwright-core';

export const FIELD_ADMIN = '/field-sync/admin';

/** Values by the labels of their fields; of a list the label of an entry, of a box whether it is checked. */
export type FormValues = Record<string, string | boolean | { label: string }>;

export async function fillForm(page: Page, values: FormValues): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const field = page.getByLabel(label, { exact: true });
    if (typeof value === 'boolean') await field.setChecked(value);
    else if (await field.evaluate((element) => element.tagName === 'SELECT')) await field.selectOption(value);
    else await field.fill(String(value));
  }
}

/** Sends a form that leads to another page of field-sync. */
export async function sendForm(page: Page, button: string, next: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.waitForURL((url) => url.pathname === `${FIELD_ADMIN}/${next}` && url.search === '');
}

/** Opens a tab of the project that the page shows. */
export async function openTab(page: Page, project: string, label: string): Promise<void> {
  const tabs = page.getByRole('navigation', { name: project });
  await tabs.getByRole('link', { name: label, exact: true }).click();
  await tabs.locator('[aria-current="page"]').getByText(label, { exact: true }).waitFor();
}

/** Asks the provider of a project each second. */
export async function checkEachSecond(page: Page, project: string): Promise<void> {
  await openTab(page, project, 'Frequency');
  await fillForm(page, { 'Seconds between two checks': '1' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .getByText(/^(Saved|Set)/)
    .first()
    .waitFor();
}
