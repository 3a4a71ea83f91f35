import { useIsTouch } from '../lib/use-media.ts'
import { Kbd } from './kbd.tsx'

/** The keys that do the same, separated by spaces. Where a finger points, there are none to press. */
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
