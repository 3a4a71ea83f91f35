import type { Extracted, Mail } from '@mailstop/contract'
import { KeyRound, Link2 } from 'lucide-react'
import { useMemo } from 'react'
import { command, messageCommands, useKeyedCommands } from '../../../lib/keys/commands.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useCopy } from '../../../ui/buttons/use-copy.ts'
import { mainLink } from './main-link.ts'

/** Copies with one click or key what most readers need of a mail: its code, its main link. */
export function MailFinds({ mail: { extracted } }: { mail: Mail }) {
  return extracted && <Finds extracted={extracted} />
}

function Finds({ extracted }: { extracted: Extracted }) {
  const codes = shownCodes(extracted)
  const link = useMemo(() => mainLink(extracted.links), [extracted])
  if (codes.length === 0 && link === null) return null
  return (
    <div
      role="group"
      aria-label="Found in this message"
      className="flex flex-none flex-wrap gap-2 border-b border-line px-[26px] py-2 max-tablet:px-4"
    >
      {codes.map((code, index) => (
        <CodeChip key={code.value} {...code} isFirst={index === 0} />
      ))}
      {link !== null && (
        <LinkChip href={link.href} shown={link.text ?? link.image_alt ?? link.href} />
      )}
    </div>
  )
}

/** The key and the command are for the first of several codes. */
function CodeChip({ value, shown, isFirst }: { value: string; shown: string; isFirst: boolean }) {
  const control = useCopy('Copy code', KeyRound)
  const run = () => void control.copy(value)
  const commands = [command('copy-code', `Copy code ${shown}`, KeyRound, run, 'y')]
  useKeyedCommands(isFirst ? { title: messageCommands, commands } : null)
  return <CopyChip control={control} text={value} shown={shown} isCode />
}

function LinkChip({ href, shown }: { href: string; shown: string }) {
  return <CopyChip control={useCopy('Copy link', Link2)} text={href} shown={shown} />
}

type CopyChipProps = {
  control: ReturnType<typeof useCopy>
  shown: string
  text: string
  isCode?: boolean
}

function CopyChip({ control, shown, text, isCode = false }: CopyChipProps) {
  const { text: said, Icon, hasCopied, copy } = control
  return (
    <Button
      size="sm"
      title={text}
      icon={<Icon className={hasCopied ? 'text-ok' : 'text-ink-3'} />}
      onClick={() => void copy(text)}
    >
      <span aria-live="polite">{said}</span>
      {isCode ? (
        <bdi className="num font-mono font-[550] text-ink">{shown}</bdi>
      ) : (
        <span className="num max-w-60 truncate font-normal text-ink-3">{shown}</span>
      )}
    </Button>
  )
}

/** A reader chooses among a few; more are no help. */
const mostShown = 4

type Codes = Pick<Extracted, 'code' | 'codes'>

/** The codes to offer, the most certain first: the only code of the mail, or all codes that the best rule found. */
export function shownCodes({ code, codes }: Codes): { value: string; shown: string }[] {
  const rule = codes[0]?.rule
  const best = codes.filter((found) => (code === null ? found.rule === rule : found.value === code))
  const byValue = new Map(best.map(({ value, shown }) => [value, { value, shown }]))
  return [...byValue.values()].slice(0, mostShown)
}
