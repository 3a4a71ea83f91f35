import { instanceColor, instanceName, textOn } from '../../lib/instance.ts'

/** Names the installation above every page, for people who have several open. styles.css makes the room. */
export function InstanceBar() {
  const name = instanceName()
  if (name === null) return null
  const color = instanceColor()
  return (
    <section
      aria-label="Installation"
      style={color === null ? {} : { backgroundColor: color, color: textOn(color) }}
      className="fixed inset-x-0 top-0 z-30 m-0 h-(--instance-bar) truncate border-b border-line bg-hover px-4 text-center text-xs leading-[calc(var(--instance-bar)-1px)] font-semibold text-ink-2"
    >
      {name}
    </section>
  )
}
