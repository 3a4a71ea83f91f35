import type { MailUnsubscribe as Unsubscribe, UnsubscribeProblem } from '@mailstop/contract'
import { LinkTarget } from './link-target.tsx'

/** How the headers of a mail let its reader unsubscribe, and what is wrong with them. */
export function MailUnsubscribe({ unsubscribe }: { unsubscribe: Unsubscribe }) {
  const { links, one_click, problems } = unsubscribe
  return (
    <section aria-label="Unsubscribe headers">
      <h2 className="m-0 mb-1.5 text-xs font-[550] text-ink-3">Unsubscribe headers</h2>
      <div className="grid gap-1.5 rounded-md border border-line px-3 py-2 text-sm text-ink-2">
        {links.map((href, index) => (
          <LinkTarget key={index} href={href} />
        ))}
        <p className="m-0">
          {one_click
            ? 'They offer one click (RFC 8058).'
            : 'They do not offer one click (RFC 8058).'}
        </p>
        {problems.map((problem) => (
          <p key={problem} className="m-0 text-danger">
            {problemTexts[problem]}
          </p>
        ))}
      </div>
    </section>
  )
}

const problemTexts: Record<UnsubscribeProblem, string> = {
  repeated: 'A header is there more than once: mail programs may read any of them.',
  no_address: 'List-Unsubscribe has no address.',
  not_in_brackets: 'List-Unsubscribe has text outside of angle brackets.',
  invalid_address: 'List-Unsubscribe has an address that cannot be opened.',
  post_alone: 'List-Unsubscribe-Post needs List-Unsubscribe beside it.',
  post_value: 'The value of List-Unsubscribe-Post has to be List-Unsubscribe=One-Click.',
  post_without_https: 'One click needs an address of https in List-Unsubscribe.',
}
