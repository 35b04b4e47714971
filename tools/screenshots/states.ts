import type { Page } from 'playwright-core';

/** A page in a state that its address does not hold: an open menu, a dialog, an error. */
export interface State {
  name: string;
  path: string;
  /** Who looks; the administrator by default. */
  as?: 'admin' | 'viewer' | 'visitor';
  /** The widest first; all three by default. */
  widths?: number[];
  open?: (page: Page) => Promise<unknown>;
}

type Step = (page: Page) => Promise<unknown>;

export const button =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('button', { name }).first().click();

/** A button of the open dialog. */
export const inDialog =
  (name: string): Step =>
  (page) =>
    page.getByRole('dialog').getByRole('button', { name }).click();

export const item =
  (name: string): Step =>
  (page) =>
    page.getByRole('menuitem', { name }).click();

export const fill =
  (label: string, text: string): Step =>
  (page) =>
    page
      .getByLabel(new RegExp(`^${label}`))
      .first()
      .fill(text);

/** Picks an option of a select. */
export const pick =
  (label: string, option: string): Step =>
  async (page) => {
    await page.getByRole('combobox', { name: label }).first().click();
    await page.getByRole('option', { name: option }).first().click();
  };

export const press =
  (key: string): Step =>
  (page) =>
    page.keyboard.press(key);

export const file =
  (name: string, text: string | Buffer): Step =>
  (page) =>
    page.setInputFiles('input[type=file]', { name, mimeType: '', buffer: Buffer.from(text) });

export const text =
  (words: string | RegExp): Step =>
  (page) =>
    page.getByText(words).first().waitFor();

/** One step after the other. */
export const steps =
  (...all: Step[]): Step =>
  async (page) => {
    for (const step of all) await step(page);
  };
