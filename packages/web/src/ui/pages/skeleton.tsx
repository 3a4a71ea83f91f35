import { classNames } from '../class-names.ts'

/** The shape of text or a picture that is loading. Set it to the size of what is loading. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={classNames('shimmer block h-3 rounded-sm bg-line', className)} />
  )
}
