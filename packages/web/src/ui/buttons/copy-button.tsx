import { IconButton } from './icon-button.tsx'
import { useCopy } from './use-copy.ts'

type CopyButtonProps = { text: string; label?: string; className?: string }

/** Copies `text`. Its accessible name reports the outcome. */
export function CopyButton({ text, label = 'Copy', className = '' }: CopyButtonProps) {
  const { text: shown, Icon, hasCopied, copy } = useCopy(label)
  return (
    <IconButton
      label={shown}
      icon={<Icon className={hasCopied ? 'text-ok' : ''} />}
      onClick={() => void copy(text)}
      className={className}
    />
  )
}
