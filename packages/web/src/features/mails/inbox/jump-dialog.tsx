import { useRef, useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/popups/dialog.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { toast } from '../../../ui/popups/toast.ts'
import { newestUpTo } from '../store/far-mails.ts'

type JumpDialogProps = {
  team: number
  /** The name of the shown inbox; undefined for all mail. */
  inbox: string | undefined
  open: boolean
  onClose: () => void
  /** Opens a mail in the list of an inbox, or of all mail. */
  onJump: (mail: number, inbox?: string) => void
}

/** Asks for a day, and jumps to the newest mail of that day or before. */
export function JumpDialog({ team, inbox, open, onClose, onJump }: JumpDialogProps) {
  const [day, setDay] = useState('')
  const [isLooking, setLooking] = useState(false)

  /** Counts what was asked for and put away: an answer that comes later leads nowhere. */
  const asked = useRef(0)

  function close() {
    asked.current += 1
    setLooking(false)
    onClose()
  }

  async function jump() {
    const own = (asked.current += 1)
    setLooking(true)
    const found = await newestUpTo(team, day, inbox).catch(() => undefined)
    if (own !== asked.current) return
    setLooking(false)
    if (found === undefined) toast.error('That day could not be loaded. Try again in a moment.')
    else if (found === null) toast.error('No mail on or before that day.')
    else {
      onClose()
      onJump(found, inbox)
    }
  }

  return (
    <Dialog open={open} onOpenChange={(next) => !next && close()} title="Jump to date">
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (day !== '') void jump()
        }}
      >
        <TextField
          label="Day"
          type="date"
          value={day}
          required
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <p className="m-0 text-sm text-ink-3">
          Opens the last message that arrived on or before that day.
        </p>
        <div className="flex justify-end">
          <Button type="submit" variant="primary" loading={isLooking} disabled={day === ''}>
            Jump
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
