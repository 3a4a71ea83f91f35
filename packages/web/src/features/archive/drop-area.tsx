import { Upload } from 'lucide-react'
import { useState, type DragEvent, type ReactNode } from 'react'

/** What was dropped: entries of a disk, or files that are on none, such as attachments of a mail program. */
export type Dropped = readonly (FileSystemEntry | File)[]

/** Only while the event is handled does the browser tell what was dropped. */
export const entriesOf = ({ dataTransfer }: DragEvent): Dropped =>
  [...dataTransfer.items].flatMap((item) => item.webkitGetAsEntry() ?? item.getAsFile() ?? [])

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Takes files and folders that are dropped anywhere on the inbox. The menu of the list does the same by keyboard. */
export function DropArea({
  onDrop,
  children,
}: {
  onDrop: (dropped: Dropped) => void
  children: ReactNode
}) {
  const [isOver, setOver] = useState(false)
  return (
    <div
      className="relative h-full min-h-0"
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        const stays = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
        if (!stays) setOver(false)
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        onDrop(entriesOf(event))
      }}
    >
      {children}
      {isOver && (
        <div className="pointer-events-none absolute inset-2 z-20 grid place-items-center rounded-lg border-2 border-dashed border-accent bg-accent-soft/60">
          <p className="mx-4 flex items-center gap-2.5 rounded-lg border border-line-strong bg-raised px-4 py-3 font-[550] text-ink shadow-float">
            <Upload className="text-accent" />
            Drop .eml files, .mbox files or a folder of them to import
          </p>
        </div>
      )}
    </div>
  )
}
