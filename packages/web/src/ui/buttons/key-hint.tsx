import { useIsTouch } from '../../lib/use-media.ts'
import { Kbd } from './kbd.tsx'

/** The keys of a shortcut, separated by spaces. Touch devices show none. */
export function KeyHint({ keys }: { keys: string }) {
  const touch = useIsTouch()
  return (
    !touch && (
      <span className="flex gap-1">
        {keys.split(' ').map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </span>
    )
  )
}
