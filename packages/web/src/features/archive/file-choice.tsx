import { countText } from '@mailstop/contract'
import { FileText, Upload } from 'lucide-react'
import { useState, type DragEvent } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { entriesOf } from './drop-area.tsx'
import { chosenFiles, mailFiles, readDropped, type Chosen } from './dropped-files.ts'

type FileChoiceProps = {
  chosen: Chosen
  disabled: boolean
  onChoose: (chosen: Chosen) => void
}

/** Files, selected in the dialog of the browser or dropped here. */
export function FileChoice({ chosen, disabled, onChoose }: FileChoiceProps) {
  const [over, setOver] = useState(false)
  const drag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setOver(isOver && !disabled)
  }
  const { files, passedOver } = chosen
  const Icon = files.length === 0 ? Upload : FileText
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the input within does the same by keyboard
    <label
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event)
        if (!disabled) void readDropped(entriesOf(event)).then(onChoose)
      }}
      className={classNames(
        'grid min-h-24 place-items-center content-center gap-1.5 rounded-md border border-dashed px-4 py-3 text-center transition-colors has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent',
        over ? 'border-accent bg-accent-soft' : 'border-line-strong',
        !disabled && 'hover:border-ink-3',
      )}
    >
      <Icon className="text-ink-3" />
      {files.length === 0 ? (
        <span className="text-sm text-ink-2">
          <span className="font-[550] text-accent">Choose files</span>
          <span className="pointer-coarse:hidden"> or drop files or a folder here</span>
        </span>
      ) : (
        <span
          className="max-w-full truncate text-sm font-[550]"
          title={files.length === 1 ? files[0]?.name : undefined}
        >
          {files.length === 1 ? files[0]?.name : countText(files.length, 'file')}
        </span>
      )}
      {passedOver > 0 && (
        <span className="text-xs text-ink-3">
          {countText(passedOver, 'other file')} of the folder {passedOver === 1 ? 'is' : 'are'} left
          out.
        </span>
      )}
      <input
        type="file"
        aria-label="Files"
        accept={mailFiles}
        multiple
        disabled={disabled}
        onChange={(event) => onChoose(chosenFiles([...(event.currentTarget.files ?? [])]))}
        className="sr-only"
      />
    </label>
  )
}
