/** Puts the focus on the first field that is marked as wrong, once it is on the page. */
export function focusFirstError(form: HTMLElement | null): void {
  requestAnimationFrame(() =>
    form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error] input')?.focus(),
  );
}
