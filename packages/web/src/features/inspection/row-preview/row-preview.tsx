import { useId, type ReactNode } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { useNow } from '../../../ui/texts/use-now.ts'
import { clientRows, schemes, type RowClient, type Scheme } from './client-rows.tsx'
import type { RowFacts } from './row-texts.ts'

/**
 * A mail as a row of an inbox, as three mail programs draw it. It is an approximation: the colors, the widths and
 * the places where a text is cut are drawn by hand.
 */
export function RowPreview(facts: RowFacts) {
  const now = useNow()
  return (
    <div className="@container grid gap-5">
      {clientRows.map((client) => (
        <ClientFigure key={client.name} client={client}>
          {schemes.map((scheme) => (
            <RowFrame key={scheme} client={client} scheme={scheme}>
              {client.render(facts, now)}
            </RowFrame>
          ))}
        </ClientFigure>
      ))}
    </div>
  )
}

function ClientFigure({ client, children }: { client: RowClient; children: ReactNode }) {
  const id = useId()
  return (
    <figure aria-labelledby={id} className="m-0 min-w-0">
      <figcaption id={id} className="mb-1.5 text-xs text-ink-3">
        <span className="font-[550] text-ink-2">{client.name}</span> (approximation)
      </figcaption>
      <div className={client.isWide ? 'grid gap-2' : 'grid gap-2 @min-[560px]:grid-cols-2'}>
        {children}
      </div>
    </figure>
  )
}

/** One reading is enough for a screen reader: the dark row says the same. */
function RowFrame({
  client,
  scheme,
  children,
}: {
  client: RowClient
  scheme: Scheme
  children: ReactNode
}) {
  return (
    <div
      aria-hidden={scheme === 'dark' || undefined}
      style={client.colors[scheme]}
      className={classNames(
        'min-w-0 overflow-hidden rounded-md border border-line bg-(--row) font-sans text-(--row-ink) [forced-color-adjust:none]',
        // As wide as the screen of an iPhone.
        !client.isWide && 'max-w-[390px]',
      )}
    >
      {children}
    </div>
  )
}
