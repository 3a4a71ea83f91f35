import { LoaderCircle } from 'lucide-react'
import { classNames } from '../class-names.ts'

/** A wait of unknown length. It shows only after 150 ms, so that a short wait does not flicker. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span aria-hidden className={classNames('appear-late inline-flex', className)}>
      <LoaderCircle className="spin" />
    </span>
  )
}
