import type { FactsOf } from '@mailstop/contract'
import { Check, CircleQuestionMark, TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { htmlLine, PlaceButton } from '../place-button.tsx'

type Facts = FactsOf<'clients'>

const supports = {
  y: { word: 'yes', Icon: Check, tone: 'text-ok' },
  a: { word: 'partly', Icon: TriangleAlert, tone: 'text-flag' },
  n: { word: 'no', Icon: X, tone: 'text-danger' },
  u: { word: 'not known', Icon: CircleQuestionMark, tone: 'text-ink-3' },
}

/** What the mail uses, and which mail clients show it: the worst first. What all of them show comes on a click. */
export function ClientMatrix({ clients, features, data_of: dataOf }: Facts) {
  const [all, setAll] = useState(false)
  const shown = all ? features : features.filter(({ support }) => !/^y*$/.test(support))
  return (
    <>
      {shown.length > 0 && (
        <section
          aria-label="Support in mail clients"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area has to be reachable by keyboard
          tabIndex={0}
          className="relative max-h-[70vh] overflow-auto rounded-md border border-line outline-offset-[-2px]"
        >
          <table className="border-separate border-spacing-0 text-sm [&_td,&_th]:border-b [&_td,&_th]:border-line">
            <thead className="sticky top-0 z-1 bg-surface align-bottom">
              <tr>
                <th
                  scope="col"
                  className="left-0 bg-surface px-3 py-1.5 text-left font-[550] tablet:sticky"
                >
                  Feature
                </th>
                {clients.map(({ id, name, supported, total }) => (
                  <th key={id} scope="col" className="px-1.5 py-2 text-xs font-medium">
                    <span className="num rotate-180 whitespace-nowrap [writing-mode:vertical-rl]">
                      {name}{' '}
                      <span className="font-normal text-ink-3">
                        {supported} of {total}
                      </span>
                    </span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((feature) => (
                <tr key={feature.slug}>
                  <FeatureHeading feature={feature} clients={clients} />
                  {clients.map(({ id }, index) => (
                    <Cell key={id} letter={feature.support[index]} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <p className="num flex flex-wrap items-center gap-3 text-sm text-ink-3">
        Data of caniemail.com, {dataOf}.
        {shown.length < features.length && (
          <Button size="sm" onClick={() => setAll(true)}>
            Show all {features.length} features
          </Button>
        )}
      </p>
    </>
  )
}

type FeatureHeadingProps = { feature: Facts['features'][number]; clients: Facts['clients'] }

function FeatureHeading({ feature: { title, lines, notes, url }, clients }: FeatureHeadingProps) {
  const place = htmlLine(lines[0])
  const nameOf = (id: string) => clients.find((client) => client.id === id)?.name ?? id
  return (
    <th
      scope="row"
      className="left-0 min-w-52 bg-surface px-3 py-1.5 text-left font-normal tablet:sticky"
      title={url}
    >
      {title} {place && <PlaceButton place={place} />}
      {notes.length > 0 && (
        <details className="max-w-80 text-xs text-pretty text-ink-2">
          <summary className="touch-area cursor-pointer">Notes</summary>
          {notes.map(({ clients: ids, text }) => (
            <p key={text} className="mt-1">
              {ids.map(nameOf).join(', ')}: {text}
            </p>
          ))}
        </details>
      )}
    </th>
  )
}

function Cell({ letter = 'u' }: { letter: string | undefined }) {
  const { word, Icon, tone } = supports[letter as keyof typeof supports]
  return (
    <td className="px-1.5 text-center" title={word}>
      <Icon aria-hidden className={`inline ${tone}`} />
      <span className="sr-only">{word}</span>
    </td>
  )
}
