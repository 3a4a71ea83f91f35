import { LoaderCircle } from 'lucide-react'
import { classNames } from './class-names.ts'

/** A wait of unknown length. It shows only after 150 ms, so that a short wait does not flicker. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span
      className={classNames('appear-late inline-flex', className)}
      {...(label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <LoaderCircle className="spin" aria-hidden />
    </span>
  )
}
