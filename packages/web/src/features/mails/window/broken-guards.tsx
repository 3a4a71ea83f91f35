import { ShieldAlert } from 'lucide-react'

/** The guards that a mail breaks, on its row. */
export function BrokenGuards({ names }: { names: readonly string[] }) {
  const [first, ...more] = names
  if (first === undefined) return null
  const text = `Breaks guards: ${names.join(', ')}`
  return (
    <span
      title={text}
      className="flex max-w-[40%] min-w-0 flex-none items-center gap-1 self-center text-xs leading-4 text-danger"
    >
      <ShieldAlert aria-hidden className="!size-[13px]" />
      <span className="sr-only">{text}</span>
      <span aria-hidden className="min-w-0 truncate">
        {first}
      </span>
      {more.length > 0 && (
        <span aria-hidden className="num flex-none">
          +{more.length}
        </span>
      )}
    </span>
  )
}
