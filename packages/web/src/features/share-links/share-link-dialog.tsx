import { limits, shareLinkBody, type ShareLink, type SharedPart } from '@mailstop/contract'
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
import { LoadError } from '../../ui/pages/load-error.tsx'
import { Notice } from '../../ui/pages/notice.tsx'
import { Dialog, DialogActions } from '../../ui/popups/dialog.tsx'
import { shortDateTime } from '../../ui/texts/date-texts.ts'
import { useShareLinks } from './use-share-links.ts'

/** A mail to be shared. `secret` is what only its recipient should have: a code, or a link that signs in. */
export type SharedMail = { id: number; hasFiles: boolean; secret: 'code' | 'link' | null }

type ShareLinkDialogProps = {
  team: number
  /** Null while nothing is shared. */
  mail: SharedMail | null
  onClose: () => void
}

export function ShareLinkDialog({ team, mail, onClose }: ShareLinkDialogProps) {
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

function Sharing({ team, mail, onClose }: ShareLinkDialogProps & { mail: SharedMail }) {
  const { links, create, end, ending } = useShareLinks(team, mail.id)
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
        <ShareLinkForm
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
          <TextField label="Link" readOnly autoFocus value={url} hint="It cannot be shown again." />
          <DialogActions>
            <Button onClick={onClose}>Close</Button>
            <Button variant="primary" icon={<Icon />} onClick={() => void copy(url)}>
              <span aria-live="polite">{text}</span>
            </Button>
          </DialogActions>
        </div>
      )}
      <LoadError query={links} title="The links of this message could not be loaded" />
      <ShareLinkList links={links.data ?? []} ending={ending} onEnd={end} />
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

type ShareLinkFormProps = {
  mail: SharedMail
  onCancel: () => void
  onShare: (body: ReturnType<typeof shareLinkBody.parse>) => Promise<void>
}

function ShareLinkForm({ mail, onCancel, onShare }: ShareLinkFormProps) {
  const form = useSchemaForm(shareLinkBody, { hours: 24, once: false, shows: [] }, onShare)
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

type ShareLinkListProps = {
  links: readonly ShareLink[]
  ending: number | null
  onEnd: (link: number) => void
}

function ShareLinkList({ links, ending, onEnd }: ShareLinkListProps) {
  if (links.length === 0) return null
  return (
    <section aria-label="Links of this message" className="border-t border-line pt-4">
      <h3 className="mb-2 text-sm font-[550]">
        Links of this message{' '}
        <span className="num font-normal text-ink-3">
          {links.length} of {limits.shareLinksPerMail}
        </span>
      </h3>
      <ul className="grid gap-2">
        {links.map((link) => (
          <li key={link.id} className="flex items-center gap-3">
            <span className="grid min-w-0 flex-1 text-sm [overflow-wrap:anywhere]">
              <span>Ends {shortDateTime(link.expires_at)}</span>
              <span className="text-ink-3">{detailsOf(link).join(' · ')}</span>
            </span>
            <Button
              size="sm"
              disabled={ending === link.id}
              aria-label={`End now the link that ends ${shortDateTime(link.expires_at)}`}
              onClick={() => onEnd(link.id)}
            >
              End now
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function detailsOf({ created_by, once, opened_at, shows }: ShareLink): string[] {
  return [
    `By ${created_by}`,
    ...(opened_at ? [`Opened ${shortDateTime(opened_at)}`] : once ? ['Opens once'] : []),
    ...(shows.length > 0 ? [`With ${shows.map((part) => partNames[part]).join(', ')}`] : []),
  ]
}

const partNames: Record<SharedPart, string> = {
  headers: 'headers',
  source: 'source',
  files: 'attachments',
}
