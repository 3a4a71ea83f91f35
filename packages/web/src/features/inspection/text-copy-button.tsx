import { Button } from '../../ui/buttons/button.tsx'
import { useCopy } from '../../ui/buttons/use-copy.ts'

/** Copies a text that is made when it is wanted. Its label says the outcome. */
export function TextCopyButton({ label, text }: { label: string; text: () => string }) {
  const { text: said, Icon, hasCopied, copy } = useCopy(label)
  return (
    <Button
      size="sm"
      className="justify-self-start"
      icon={<Icon className={hasCopied ? 'text-ok' : 'text-ink-3'} />}
      onClick={() => void copy(text())}
    >
      <span aria-live="polite">{said}</span>
    </Button>
  )
}
