import { limits, shareBody, type MailShare, type SharedPart } from '@mailstop/contract'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { useSchemaForm } from '../../lib/form.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useCopy } from '../../ui/buttons/use-copy.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Notice } from '../../ui/pages/notice.tsx'
import { Dialog, DialogActions } from '../../ui/popups/dialog.tsx'
import { shortDateTime } from '../../ui/texts/date-texts.ts'
import { useShares } from './use-shares.ts'

/** A mail to be shared. `secret` is what only its recipient should have: a code, or a link that signs in. */
export type SharedMail = { id: number; hasFiles: boolean; secret: 'code' | 'link' | null }

type ShareDialogProps = {
  team: number
  /** Null while nothing is shared. */
  mail: SharedMail | null
  onClose: () => void
}

export function ShareDialog({ team, mail, onClose }: ShareDialogProps) {
  return (
    <Dialog
      open={mail !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Copy a link for people without an account"
      description="Whoever has the link sees this message, until the link ends."
    >
      {mail && <Sharing key={mail.id} team={team} mail={mail} onClose={onClose} />}
    </Dialog>
  )
}

const secrets = {
  code: 'This message holds a code. Whoever opens the link can use it.',
  link: 'This message holds a link that signs in or confirms something. Whoever opens your link can follow it.',
}

function Sharing({ team, mail, onClose }: ShareDialogProps & { mail: SharedMail }) {
  const { shares, create, end, ending } = useShares(team, mail.id)
  const [url, setUrl] = useState<string | null>(null)
  const { text, Icon, copy } = useCopy('Copy')
  return (
    <div className="grid grid-cols-1 gap-4">
      {url === null && mail.secret && (
        <Notice tone="danger" icon={<TriangleAlert />}>
          {secrets[mail.secret]}
        </Notice>
      )}
      {url === null ? (
        <ShareForm
          mail={mail}
          onCancel={onClose}
          onShare={async (body) => {
            const made = await create(body)
            setUrl(made)
            void copy(made)
          }}
        />
      ) : (
        <div>
          <TextField label="Link" readOnly value={url} hint="It cannot be shown again." />
          <DialogActions>
            <Button onClick={onClose}>Close</Button>
            <Button variant="primary" icon={<Icon />} onClick={() => void copy(url)}>
              <span aria-live="polite">{text}</span>
            </Button>
          </DialogActions>
        </div>
      )}
      <ShareList shares={shares.data ?? []} ending={ending} onEnd={end} />
    </div>
  )
}

const ends = [
  { value: '1', label: 'In 1 hour' },
  { value: '24', label: 'In 1 day' },
  { value: '168', label: 'In 7 days' },
]

const partLabels: Record<SharedPart, string> = {
  headers: 'Headers',
  source: 'Source (EML)',
  files: 'Attachments',
}

type ShareFormProps = {
  mail: SharedMail
  onCancel: () => void
  onShare: (body: ReturnType<typeof shareBody.parse>) => Promise<void>
}

function ShareForm({ mail, onCancel, onShare }: ShareFormProps) {
  const form = useSchemaForm(shareBody, { hours: 24, once: false, shows: [] }, onShare)
  const hours = useController({ control: form.control, name: 'hours' })
  const shows = useController({ control: form.control, name: 'shows' })
  const chosen = shows.field.value ?? []
  const parts = (['headers', 'files', 'source'] as const).filter(
    (part) => part !== 'files' || mail.hasFiles,
  )
  return (
    <DialogForm form={form} action="Copy link" onCancel={onCancel}>
      <SelectField
        label="Ends"
        value={String(hours.field.value)}
        onValueChange={(value) => hours.field.onChange(Number(value))}
        options={ends}
      />
      <fieldset>
        <legend className="mb-1.5 text-sm font-[550]">Shows its HTML and text, and also</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-1.5">
          {parts.map((part) => (
            <Checkbox
              key={part}
              label={partLabels[part]}
              checked={chosen.includes(part)}
              onChange={({ currentTarget: { checked } }) =>
                shows.field.onChange(
                  checked ? [...chosen, part] : chosen.filter((each) => each !== part),
                )
              }
            />
          ))}
        </div>
      </fieldset>
      <Checkbox label="Opens once, when its reader presses a button" {...form.register('once')} />
    </DialogForm>
  )
}

type ShareListProps = {
  shares: readonly MailShare[]
  ending: number | null
  onEnd: (share: number) => void
}

function ShareList({ shares, ending, onEnd }: ShareListProps) {
  if (shares.length === 0) return null
  return (
    <section aria-label="Links of this message" className="border-t border-line pt-4">
      <h3 className="mb-2 text-sm font-[550]">
        Links of this message{' '}
        <span className="num font-normal text-ink-3">
          {shares.length} of {limits.sharesPerMail}
        </span>
      </h3>
      <ul className="grid gap-2">
        {shares.map((share) => (
          <li key={share.id} className="flex items-center gap-3">
            <span className="grid min-w-0 flex-1 text-sm [overflow-wrap:anywhere]">
              <span>Ends {shortDateTime(share.expires_at)}</span>
              <span className="text-ink-3">{detailsOf(share).join(' · ')}</span>
            </span>
            <Button
              size="sm"
              disabled={ending === share.id}
              aria-label={`End now the link that ends ${shortDateTime(share.expires_at)}`}
              onClick={() => onEnd(share.id)}
            >
              End now
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function detailsOf({ created_by, once, opened_at, shows }: MailShare): string[] {
  return [
    `By ${created_by}`,
    ...(opened_at ? [`Opened ${shortDateTime(opened_at)}`] : once ? ['Opens once'] : []),
    ...shows.map(
      (part) => `with ${partLabels[part].replace(/^[HA]/, (letter) => letter.toLowerCase())}`,
    ),
  ]
}
