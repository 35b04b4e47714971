const wrong = '[aria-invalid="true"], [data-error] input';

/** Puts the focus on the first field that is marked as wrong, as soon as the marks are on the page. */
export function focusFirstError(form: HTMLElement | null, attempts = 10): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>(wrong);
    if (field) field.focus();
    else if (attempts > 1) focusFirstError(form, attempts - 1);
  });
}
