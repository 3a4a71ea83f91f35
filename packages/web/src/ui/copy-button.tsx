import { Check, Copy, X } from 'lucide-react'
import { IconButton } from './icon-button.tsx'
import { useCopy, type CopyState } from './use-copy.ts'

const icons: Record<CopyState, typeof Copy> = { idle: Copy, copied: Check, failed: X }

type CopyButtonProps = { text: string; label?: string; className?: string }

/** Copies `text`. Its accessible name reports the outcome. */
export function CopyButton({ text, label = 'Copy', className }: CopyButtonProps) {
  const { state, copy } = useCopy()
  const Icon = icons[state]
  const labels: Record<CopyState, string> = {
    idle: label,
    copied: 'Copied!',
    failed: 'Copy failed!',
  }
  return (
    <IconButton
      label={labels[state]}
      icon={<Icon className={state === 'copied' ? 'text-ok' : ''} />}
      onClick={() => void copy(text)}
      {...(className ? { className } : {})}
    />
  )
}
