import { FileText, Upload } from 'lucide-react'
import { useState, type DragEvent } from 'react'
import { classNames } from '../../ui/class-names.ts'

type FileChoiceProps = {
  accept: string
  file: File | null
  disabled: boolean
  onChoose: (file: File | null) => void
}

/** One file, selected in the dialog of the browser or dropped here. */
export function FileChoice({ accept, file, disabled, onChoose }: FileChoiceProps) {
  const [over, setOver] = useState(false)
  const drag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(isOver && !disabled)
  }
  const Icon = file === null ? Upload : FileText
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the input within does the same by keyboard
    <label
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event)
        const [dropped] = event.dataTransfer.files
        if (dropped && !disabled) onChoose(dropped)
      }}
      className={classNames(
        'grid min-h-24 place-items-center content-center gap-1.5 rounded-md border border-dashed px-4 py-3 text-center transition-colors has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent',
        over ? 'border-accent bg-accent-soft' : 'border-line-strong',
        !disabled && 'hover:border-ink-3',
      )}
    >
      <Icon className="text-ink-3" />
      {file === null ? (
        <span className="text-sm text-ink-2">
          <span className="font-[550] text-accent">Choose a file</span>
          <span className="pointer-coarse:hidden"> or drop it here</span>
        </span>
      ) : (
        <span className="max-w-full truncate text-sm font-[550]" title={file.name}>
          {file.name}
        </span>
      )}
      <input
        type="file"
        aria-label="File"
        accept={accept}
        disabled={disabled}
        onChange={(event) => onChoose(event.currentTarget.files?.[0] ?? null)}
        className="sr-only"
      />
    </label>
  )
}
