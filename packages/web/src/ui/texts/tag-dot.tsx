import { useTagColor } from '../../lib/tag-colors.ts'

/** The color of a tag, before its name; nothing where it has none. */
export function TagDot({ tag }: { tag: string }) {
  return <ColorDot color={useTagColor(tag)} />
}

/** `color` is the end of the name of its token. */
export const ColorDot = ({ color }: { color: string | null }) =>
  color && (
    <span
      aria-hidden
      className="tag-dot mr-1.5 inline-block size-1.75 flex-none rounded-full"
      style={{ background: `var(--tag-${color})` }}
    />
  )
