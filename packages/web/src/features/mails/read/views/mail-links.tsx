import type { Extracted, MailLink } from '@mailstop/contract'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../../../ui/texts/badge.tsx'
import { Button } from '../../../../ui/buttons/button.tsx'
import { CopyButton } from '../../../../ui/buttons/copy-button.tsx'
import { LinkTarget } from '../../../../ui/texts/link-target.tsx'

type Shown = Pick<Extracted, 'links' | 'cut'>

/** All links of a mail with where they lead. */
export function MailLinks({ links, cut }: Shown) {
  const isCut = cut.includes('links') || cut.includes('html') || cut.includes('text')
  const ofPart = (part: MailLink['part']) =>
    countedLinks(links.filter((link) => link.part === part))
  return (
    <div className="grid gap-6">
      {isCut && (
        <p className="m-0 text-sm text-ink-3">
          This message is very long: the links at its beginning are listed.
        </p>
      )}
      <LinkList label="In the HTML" links={ofPart('html')} />
      <LinkList label="In the text" links={ofPart('text')} />
    </div>
  )
}

/** More are slow to draw. */
const shownAtOnce = 200

function LinkList({ label, links }: { label: string; links: CountedLink[] }) {
  const [all, setAll] = useState(false)
  if (links.length === 0) return null
  const shown = all ? links : links.slice(0, shownAtOnce)
  return (
    <section aria-label={label}>
      <h2 className="m-0 mb-1.5 text-xs font-[550] text-ink-3">{label}</h2>
      <ul className="m-0 list-none overflow-hidden rounded-md border border-line p-0">
        {shown.map((counted, index) => (
          <LinkRow key={index} {...counted} />
        ))}
      </ul>
      {shown.length < links.length && (
        <Button size="sm" className="mt-2" onClick={() => setAll(true)}>
          Show all {links.length.toLocaleString('en')} links
        </Button>
      )}
    </section>
  )
}

function LinkRow({ link, count }: CountedLink) {
  const { href, text, image_alt, host, other_host } = link
  const title = text ?? image_alt
  return (
    <li className="flex items-start gap-2 border-b border-line py-2 pr-1.5 pl-3 last:border-b-0">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <div className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
          {title !== href && (
            <span dir="auto" className="text-sm font-[550] [overflow-wrap:anywhere] text-ink">
              {title ?? <span className="font-normal text-ink-3">No text</span>}
            </span>
          )}
          {text === null && image_alt !== null && <Badge>Image</Badge>}
          {host !== null && (
            <span className="text-xs [overflow-wrap:anywhere] text-ink-2">{host}</span>
          )}
          {count > 1 && <Badge>{count.toLocaleString('en')} times</Badge>}
        </div>
        <LinkTarget href={href} />
        {other_host !== null && (
          <p className="m-0 mt-0.5 flex items-start gap-1.5 text-sm text-danger">
            <TriangleAlert aria-hidden className="mt-0.5 size-3.5 flex-none" />
            <span className="[overflow-wrap:anywhere]">
              The text names {other_host}, and the link goes to {host}.
            </span>
          </p>
        )}
      </div>
      <CopyButton text={href} label="Copy link" />
    </li>
  )
}

/** A link, and how often the mail has it with the same text. */
type CountedLink = { link: MailLink; count: number }

/** Each link once, in the order in which they first appear. */
function countedLinks(links: readonly MailLink[]): CountedLink[] {
  const counted = new Map<string, CountedLink>()
  for (const link of links) {
    const key = JSON.stringify([link.href, link.text, link.image_alt])
    const known = counted.get(key)
    if (known) known.count += 1
    else counted.set(key, { link, count: 1 })
  }
  return [...counted.values()]
}
