import { expect, test } from '@jest/globals';
import { withDeadline } from './with-deadline.ts';

const onTimeout = () => new Error('too late');

test('withDeadline returns the result, or the failure, of work that ends in time', async () => {
  await expect(withDeadline(Promise.resolve(1), { ms: 10_000, onTimeout })).resolves.toBe(1);
  const failure = Promise.reject(new Error('failed'));
  await expect(withDeadline(failure, { ms: 10_000, onTimeout })).rejects.toThrow('failed');
});

test('withDeadline rejects when the time is over, and ignores a later failure of the work', async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  await expect(withDeadline(promise, { ms: 1, onTimeout })).rejects.toThrow('too late');
  reject(new Error('failed later'));
});

test('withDeadline rejects with the reason of a signal that aborts', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const wait = withDeadline(new Promise(() => undefined), { ms: 10_000, onTimeout, signal });
  controller.abort(new Error('the client left'));
  await expect(wait).rejects.toThrow('the client left');
  await expect(withDeadline(Promise.resolve(1), { ms: 10_000, onTimeout, signal })).rejects.toThrow(
    'the client left',
  );
});
