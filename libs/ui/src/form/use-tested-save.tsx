import { Button } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { ApiError } from '../api/api-error.ts';
import { tui } from '../i18n.ts';

interface TestedSave {
  /**
   * Call it before saving. `test` returns null, or a sentence that says what failed.
   * @throws {ApiError} when the test fails, unless the user then chose to save anyway.
   */
  runTest: (test: () => Promise<string | null>) => Promise<void>;
  /** A button of the form that saves without a test; only after one has failed. */
  saveAnyway: ReactNode;
}

/** For forms that test what they save, such as a connection, and let the user save it after a failed test. */
export function useTestedSave(): TestedSave {
  const [hasFailed, setFailed] = useState(false);
  const isUntested = useRef(false);
  return {
    async runTest(test) {
      const skips = isUntested.current;
      isUntested.current = false;
      setFailed(false);
      const problem = skips ? null : await test();
      setFailed(problem !== null);
      if (problem !== null)
        throw new ApiError({ status: 422, message: tui('testedSave.notSaved', { problem }) });
    },
    saveAnyway: hasFailed ? (
      <Button type="submit" variant="default" onClick={() => (isUntested.current = true)}>
        {tui('testedSave.saveAnyway')}
      </Button>
    ) : null,
  };
}
