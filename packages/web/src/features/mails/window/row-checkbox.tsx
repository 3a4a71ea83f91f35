import { Check } from 'lucide-react'
import { classNames } from '../../../ui/class-names.ts'
import { subjectText } from '../read/header/mailbox-text.ts'
import type { MailRowProps } from './row-props.ts'

/** The whole edge of the row selects its mail. */
export function RowCheckbox({ mail, selected, isTabStop, isSelecting, onAct }: MailRowProps) {
  return (
    <label
      className={classNames(
        'absolute inset-y-0 left-0 grid w-[30px] justify-items-center pt-2.5 pl-0.5 pointer-coarse:w-10 pointer-coarse:content-center pointer-coarse:pt-0 pointer-coarse:pl-3 pointer-coarse:opacity-100',
        !isSelecting &&
          'opacity-0 group-hover:opacity-100 group-has-focus-visible:opacity-100 pointer-coarse:opacity-100',
      )}
    >
      <input
        type="checkbox"
        checked={selected}
        tabIndex={isTabStop ? undefined : -1}
        aria-label={`Select “${subjectText(mail.subject)}”`}
        className="col-start-1 row-start-1 size-[14px] appearance-none rounded-[4px] border border-ink-3 bg-surface checked:border-accent checked:bg-accent"
        // A range needs the Shift key, which only the click event knows.
        onClick={(event) => onAct(event.shiftKey ? 'selectTo' : 'select', mail)}
        onChange={() => undefined}
      />
      {selected && (
        <Check
          strokeWidth={3.5}
          className="pointer-events-none col-start-1 row-start-1 mt-0.5 !size-[10px] text-accent-text"
        />
      )}
    </label>
  )
}
