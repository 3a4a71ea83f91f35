import { Collapsible } from '@base-ui/react/collapsible'
import type { RefusedMail } from '@mailstop/contract'
import { ChevronDown, TriangleAlert } from 'lucide-react'
import { RelativeTimeText } from '../../ui/relative-time-text.tsx'
import { Verbatim } from '../../ui/verbatim.tsx'

/** What an app was told and, when asked for, the dialogue that led to it. */
export function RefusedMailRow({ mail }: { mail: RefusedMail }) {
  return (
    <Collapsible.Root render={<li />} className="border-b border-line last:border-b-0">
      <Collapsible.Trigger className="group flex min-h-11 w-full items-start gap-3 px-4 py-2.5 text-left outline-offset-[-2px] hover:bg-hover">
        <TriangleAlert aria-hidden className="mt-0.5 flex-none text-danger" />
        <span className="min-w-0 flex-1">
          <span className="block [overflow-wrap:anywhere]">{mail.reply}</span>
          <span className="num mt-0.5 block text-xs [overflow-wrap:anywhere] text-ink-3">
            From {mail.remote_address} · <RelativeTimeText iso={mail.refused_at} />
          </span>
        </span>
        <ChevronDown
          aria-hidden
          className="mt-0.5 flex-none text-ink-3 transition-transform group-data-panel-open:rotate-180"
        />
      </Collapsible.Trigger>
      <Collapsible.Panel>
        <section
          ref={showEnd}
          aria-label="SMTP session"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area has to be reachable by keyboard
          tabIndex={0}
          className="max-h-80 overflow-y-auto border-t border-line bg-bg px-4 py-3 outline-offset-[-2px]"
        >
          <Verbatim text={mail.transcript} />
        </section>
      </Collapsible.Panel>
    </Collapsible.Root>
  )
}

/** The reply that said no is the last or close to it; how the connection began is seldom the reason. */
function showEnd(dialogue: HTMLElement | null): void {
  if (dialogue) dialogue.scrollTop = dialogue.scrollHeight
}
