import { countText, mailChannel } from '@mailstop/contract'
import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { ApiError, errorText } from '../../lib/api/api-error.ts'
import { useRealtime } from '../../lib/api/realtime-context.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog, DialogActions } from '../../ui/popups/dialog.tsx'
import { Notice } from '../../ui/pages/notice.tsx'
import type { Dropped } from './drop-area.tsx'
import { nothing, readDropped } from './dropped-files.ts'
import { FileChoice } from './file-choice.tsx'
import { importFiles, type ImportResult } from './import-files.ts'
import { Report } from './import-report.tsx'
import { sendFile } from './send-file.ts'

type ImportDialogProps = {
  team: number
  open: boolean
  /** What was dropped on the inbox, if that opened it. */
  dropped: Dropped
  onClose: () => void
}

type State =
  /** `cutAt`: no answer came, and so many messages were imported as far as live events have told. */
  | { step: 'choosing'; problem?: string; cutAt?: number }
  | { step: 'sending'; file: number; sent: number; imported: number }
  | { step: 'done'; result: ImportResult }

const atFirst: State = { step: 'choosing' }

const descriptions: Record<State['step'], string> = {
  choosing: 'Choose .eml or .mbox files. Messages keep the date in their header.',
  sending: 'Closing this window stops the import. Imported messages stay.',
  done: 'The import is complete.',
}

/** Takes in .eml and .mbox files. Closing it while it sends stops what has not been sent. */
export function ImportDialog({ team, open, dropped, onClose }: ImportDialogProps) {
  const [state, setState] = useState<State>(atFirst)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Import mail"
      description={descriptions[state.step]}
    >
      <ImportForm
        team={team}
        dropped={dropped}
        state={state}
        setState={setState}
        onClose={onClose}
      />
    </Dialog>
  )
}

type ImportFormProps = Omit<ImportDialogProps, 'open'> & {
  state: State
  setState: Dispatch<SetStateAction<State>>
}

function ImportForm({ team, dropped, state, setState, onClose }: ImportFormProps) {
  const realtime = useRealtime()
  const [chosen, setChosen] = useState(nothing)
  const { files, problem } = chosen
  /** The import of the file that is being sent, and what those before it brought. */
  const running = useRef({ name: '', before: 0 })
  const stop = useRef(new AbortController())

  useEffect(() => {
    if (dropped.length > 0) void readDropped(dropped).then(setChosen)
  }, [dropped])

  useEffect(() => {
    const leave = realtime.joinChannel(mailChannel(team), {
      ImportProgressed({ import: which, imported: ofFile }) {
        if (which !== running.current.name) return
        const imported = running.current.before + ofFile
        setState((now) => {
          if (now.step === 'sending') return { ...now, imported }
          return now.step === 'choosing' && now.cutAt !== undefined
            ? { ...now, cutAt: imported }
            : now
        })
      },
    })
    return leave
  }, [realtime, team, setState])

  useEffect(() => {
    const controller = new AbortController()
    stop.current = controller
    return () => {
      controller.abort()
      setState(atFirst)
    }
  }, [setState])

  async function sendAll() {
    const { signal } = stop.current
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    let bytesBefore = 0
    let number = 0
    try {
      const result = await importFiles(files, async (file, { imported }) => {
        const name = crypto.getRandomValues(new Uint32Array(4)).join('-')
        running.current = { name, before: imported }
        number += 1
        const at = { step: 'sending' as const, file: number, imported }
        const shareOf = (sent: number) => (bytesBefore + sent * file.size) / Math.max(1, bytes)
        setState({ ...at, sent: shareOf(0) })
        const onSent = (sent: number) =>
          setState((now) => (now.step === 'sending' ? { ...now, sent: shareOf(sent) } : now))
        try {
          return await sendFile({ team, name, file, onSent, signal })
        } finally {
          bytesBefore += file.size
        }
      })
      setState({ step: 'done', result })
    } catch (error) {
      if (signal.aborted) return
      const isCut = error instanceof ApiError && error.status === 0
      const isOneOfMany = files.length > 1
      setState((now) => ({
        step: 'choosing',
        problem: errorText(error),
        ...((isCut || isOneOfMany) && now.step === 'sending' && { cutAt: now.imported }),
      }))
    }
  }

  if (state.step === 'done') return <Report result={state.result} onClose={onClose} />
  const sending = state.step === 'sending'
  const refusal = state.step === 'choosing' ? (problem ?? state.problem) : undefined
  return (
    <div className="grid gap-4">
      {state.step === 'choosing' && refusal && (
        <Notice tone="danger">
          {refusal}
          {problem === null &&
            state.cutAt !== undefined &&
            ` ${cutText(files.length, state.cutAt)}`}
        </Notice>
      )}
      <FileChoice chosen={chosen} disabled={sending} onChoose={setChosen} />
      {state.step === 'sending' && (
        <div className="grid gap-1.5" aria-live="polite">
          <progress
            aria-label="Sent"
            value={state.sent}
            max={1}
            className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-hover [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-accent"
          />
          <p className="num m-0 text-sm text-ink-3">
            {files.length > 1 && `File ${state.file} of ${files.length}: `}
            {Math.floor(state.sent * 100)}% sent, {countText(state.imported)} imported so far
          </p>
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          loading={sending}
          disabled={files.length === 0 || problem !== null}
          onClick={() => void sendAll()}
        >
          Import
        </Button>
      </DialogActions>
    </div>
  )
}

function cutText(files: number, imported: number): string {
  const what = files === 1 ? 'the file' : 'these files'
  const kept = `At least ${countText(imported)} of ${what} ${imported === 1 ? 'was' : 'were'} imported. `
  const again = files === 1 ? 'Import the same file again' : 'Import the same files again'
  return `${imported > 0 ? kept : ''}${again}: what is there is not added twice.`
}
