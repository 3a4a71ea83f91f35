import type { ReactNode } from 'react'
import { Avatar } from './avatar.tsx'
import { Badge } from './badge.tsx'

type PersonRowProps = {
  name: string
  image: string | null
  badge?: string | undefined
  /** The line below the name. */
  detail: ReactNode
  children: ReactNode
}

/** A person in a list, with the actions at the end of the row. */
export function PersonRow({ name, image, badge, detail, children }: PersonRowProps) {
  return (
    <li className="flex min-h-14 items-center gap-3 border-b border-line py-2 pr-2 pl-3 last:border-b-0">
      <Avatar name={name} image={image} />
      <div className="min-w-0 flex-1 leading-[1.35]">
        <p className="flex min-w-0 items-center gap-2">
          <span className="truncate font-[550]" title={name}>
            {name}
          </span>
          {badge && <Badge>{badge}</Badge>}
        </p>
        {detail}
      </div>
      {children}
    </li>
  )
}
