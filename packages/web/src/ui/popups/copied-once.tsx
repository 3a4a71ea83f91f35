import { Button } from '../buttons/button.tsx'
import { CopyButton } from '../buttons/copy-button.tsx'
import { useCopy } from '../buttons/use-copy.ts'
import { DialogActions } from './dialog.tsx'

/** A line of code with a button that copies it. */
export function CopyLine({ line, label }: { line: string; label: string }) {
  return (
    <div className="flex items-start gap-1 rounded-md border border-line bg-surface py-1 pr-1 pl-3">
      <code className="min-w-0 flex-1 py-1 font-mono text-xs [overflow-wrap:anywhere] text-ink-2">
        {line}
      </code>
      <CopyButton text={line} label={label} />
    </div>
  )
}

type CopiedOnceProps = { secret: string; label: string; onDone: () => void }

/** The end of a dialog that shows a secret this once. */
export function CopiedOnce({ secret, label, onDone }: CopiedOnceProps) {
  const { text, Icon, copy } = useCopy(label)
  return (
    <DialogActions>
      <Button onClick={onDone}>Done</Button>
      <Button variant="primary" icon={<Icon />} onClick={() => void copy(secret)}>
        <span aria-live="polite">{text}</span>
      </Button>
    </DialogActions>
  )
}
