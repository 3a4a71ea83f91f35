import { classNames } from './class-names.ts'

/** The shape of text or a picture that is on its way. Give it the size of what will come. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={classNames('shimmer block h-3 rounded-sm bg-line', className)} />
  )
}
