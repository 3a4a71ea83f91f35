import { countText, mailChannel, type ImportReport } from '@mailstop/contract'
import {
  useEffect,
  useRef,
  useState,
  type Dispatch,
  type SetStateAction,
  type DragEvent,
} from 'react'
import { FileText, Upload } from 'lucide-react'
import { ApiError, errorText } from '../../lib/api/api-error.ts'
import { useRealtime } from '../../lib/api/realtime-context.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog, DialogActions } from '../../ui/popups/dialog.tsx'
import { Notice } from '../../ui/pages/notice.tsx'
import { sendFile } from './send-file.ts'
import { classNames } from '../../ui/class-names.ts'

type ImportDialogProps = { team: number; open: boolean; onClose: () => void }

type State =
  /** `cutAt`: no answer came, and so many messages were imported as far as live events have told. */
  | { step: 'choosing'; problem?: string; cutAt?: number }
  | { step: 'sending'; sent: number; imported: number }
  | { step: 'done'; report: ImportReport }

const atFirst: State = { step: 'choosing' }

const descriptions: Record<State['step'], string> = {
  choosing: 'Choose an .eml or .mbox file. Messages keep the date in their header.',
  sending: 'Closing this window stops the import. Imported messages stay.',
  done: 'The import is complete.',
}

/** Takes in one .eml or .mbox file. Closing it while it sends stops what has not been sent. */
export function ImportDialog({ team, open, onClose }: ImportDialogProps) {
  const [state, setState] = useState<State>(atFirst)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Import mail"
      description={descriptions[state.step]}
    >
      <ImportForm team={team} state={state} setState={setState} onClose={onClose} />
    </Dialog>
  )
}

type ImportFormProps = {
  team: number
  state: State
  setState: Dispatch<SetStateAction<State>>
  onClose: () => void
}

function ImportForm({ team, state, setState, onClose }: ImportFormProps) {
  const realtime = useRealtime()
  const [file, setFile] = useState<File | null>(null)
  const name = useRef('')
  const stop = useRef(new AbortController())

  useEffect(() => {
    const leave = realtime.joinChannel(mailChannel(team), {
      ImportProgressed({ import: which, imported }) {
        if (which !== name.current) return
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

  async function send(file: File) {
    const { signal } = stop.current
    name.current = crypto.getRandomValues(new Uint32Array(4)).join('-')
    setState({ step: 'sending', sent: 0, imported: 0 })
    const onSent = (sent: number) =>
      setState((now) => (now.step === 'sending' ? { ...now, sent } : now))
    try {
      const report = await sendFile({ team, name: name.current, file, onSent, signal })
      setState({ step: 'done', report })
    } catch (error) {
      if (signal.aborted) return
      const isCut = error instanceof ApiError && error.status === 0
      setState((now) => ({
        step: 'choosing',
        problem: errorText(error),
        ...(isCut && now.step === 'sending' && { cutAt: now.imported }),
      }))
    }
  }

  if (state.step === 'done') return <Report report={state.report} onClose={onClose} />
  const sending = state.step === 'sending'
  return (
    <div className="grid gap-4">
      {state.step === 'choosing' && state.problem && (
        <Notice tone="danger">
          {state.problem}
          {state.cutAt !== undefined && ` ${cutText(state.cutAt)}`}
        </Notice>
      )}
      <FileChoice
        accept=".eml,.mbox,.mbx,message/rfc822,application/mbox"
        file={file}
        disabled={sending}
        onChoose={setFile}
      />
      {state.step === 'sending' && (
        <div className="grid gap-1.5" aria-live="polite">
          <progress
            aria-label="Sent"
            value={state.sent}
            max={1}
            className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-hover [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-accent"
          />
          <p className="num m-0 text-sm text-ink-3">
            {Math.floor(state.sent * 100)}% sent, {countText(state.imported)} imported so far
          </p>
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          loading={sending}
          disabled={file === null}
          onClick={() => file && void send(file)}
        >
          Import
        </Button>
      </DialogActions>
    </div>
  )
}

const cutText = (imported: number) =>
  `${imported > 0 ? `At least ${countText(imported)} of the file ${imported === 1 ? 'was' : 'were'} imported. ` : ''}Import the same file again: what is there is not added twice.`

const mostShown = 10

function Report({ report, onClose }: { report: ImportReport; onClose: () => void }) {
  const { imported, already_there, failed, problems } = report
  return (
    <div className="grid gap-4" role="status">
      <Notice tone={failed === 0 && imported + already_there > 0 ? 'ok' : 'neutral'}>
        {imported + already_there + failed === 0
          ? 'The file contains no messages.'
          : `${countText(imported)} imported.`}
        {already_there > 0 &&
          ` ${countText(already_there)} ${already_there === 1 ? 'was' : 'were'} there already.`}
      </Notice>
      {failed > 0 && (
        <div className="text-sm text-ink-2">
          <p className="m-0">{countText(failed)} skipped:</p>
          <ul className="m-0 mt-1 pl-5">
            {problems.slice(0, mostShown).map(({ mail, reason }) => (
              <li key={mail}>
                Message {mail.toLocaleString('en')}: {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </div>
  )
}

type FileChoiceProps = {
  accept: string
  file: File | null
  disabled: boolean
  onChoose: (file: File | null) => void
}

/** One file, selected in the dialog of the browser or dropped here. */
function FileChoice({ accept, file, disabled, onChoose }: FileChoiceProps) {
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
