import {
  cloneElement,
  lazy,
  Suspense,
  useState,
  type KeyboardEvent,
  type MouseEventHandler,
  type ReactElement,
} from 'react';
import { Loader, Popover } from '@mantine/core';
import { FocusWhenShown } from '../state/focus-when-shown.tsx';
import { isArea, type Clause } from './filter.ts';

const AreaForm = lazy(async () => ({ default: (await import('./area-form.tsx')).AreaForm }));
const ClauseForm = lazy(async () => ({ default: (await import('./clause-form.tsx')).ClauseForm }));

interface ClausePopoverProps {
  /** The button that opens it. */
  target: ReactElement<{ onClick?: MouseEventHandler }>;
  initial?: Clause;
  onSave: (clause: Clause) => void;
  /** Adds a condition beside this one, of which one has to be true. */
  onAlternative?: (clause: Clause) => void;
}

/** The form of a condition, below the button that opens it. */
export function ClausePopover({ target, initial, onSave, onAlternative }: ClausePopoverProps) {
  const [opened, setOpened] = useState(false);
  const [isAlternative, setAlternative] = useState(false);
  const close = () => setOpened(false);
  const save = (clause: Clause) => {
    close();
    (isAlternative && onAlternative ? onAlternative : onSave)(clause);
  };
  const closeOnEscape = ({ key, target }: KeyboardEvent) => {
    // A field whose list of suggestions is open names the list, and takes the key for itself.
    if (key === 'Escape' && !(target as Element).hasAttribute('aria-controls')) close();
  };
  const form =
    initial && isArea(initial) ? (
      <AreaForm initial={initial} onSave={save} />
    ) : (
      <ClauseForm
        key={String(isAlternative)}
        initial={initial}
        isAlternative={isAlternative}
        onSave={save}
        onAlternative={onAlternative && !isAlternative ? () => setAlternative(true) : undefined}
      />
    );
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      closeOnEscape={false}
      position="bottom-start"
      trapFocus
      returnFocus
      shadow="md"
      width={300}
    >
      <Popover.Target>
        {cloneElement(target, {
          onClick: () => {
            setAlternative(false);
            setOpened(!opened);
          },
        })}
      </Popover.Target>
      <Popover.Dropdown>
        <div onKeyDownCapture={closeOnEscape}>
          <Suspense fallback={<Loader size="sm" />}>
            <FocusWhenShown>{form}</FocusWhenShown>
          </Suspense>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
