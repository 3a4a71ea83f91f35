import type { Mail } from '@mailstop/contract'
import { KeyRound, Link2, type LucideIcon } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useCopy } from '../../../ui/use-copy.ts'
import { mailContents, mainLink } from './mail-contents.ts'
import { signInCode } from './sign-in-code.ts'

/** Copies with one click what most readers need of a mail: its code, its main link. */
export function MailFinds({ mail }: { mail: Mail }) {
  const { code, link } = useMemo(() => {
    const { text, links } = mailContents(mail)
    return { code: signInCode(mail.subject, text), link: mainLink(links) }
  }, [mail])
  if (code === null && link === null) return null
  return (
    <div
      role="group"
      aria-label="Found in this message"
      className="flex flex-none flex-wrap gap-2 border-b border-line px-[26px] py-2 max-tablet:px-4"
    >
      {code !== null && <CopyChip icon={KeyRound} label="Copy code" shown={code} text={code} />}
      {link !== null && (
        <CopyChip icon={Link2} label="Copy link" shown={link.text} text={link.href} />
      )}
    </div>
  )
}

type CopyChipProps = { icon: LucideIcon; label: string; shown: string; text: string }

function CopyChip({ icon, label, shown, text }: CopyChipProps) {
  const { text: said, Icon, hasCopied, copy } = useCopy(label, icon)
  return (
    <Button
      size="sm"
      title={text}
      icon={<Icon className={hasCopied ? 'text-ok' : 'text-ink-3'} />}
      onClick={() => void copy(text)}
    >
      <span aria-live="polite">{said}</span>
      <span className="num max-w-60 truncate font-normal text-ink-3">{shown}</span>
    </Button>
  )
}
