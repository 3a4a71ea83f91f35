import {
  createWebhookBody,
  limits,
  webhookEvent,
  webhookUrl,
  type Webhook,
  type WebhookEvent,
  type WebhookKind,
} from '@mailstop/contract'
import { useId } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useSchemaForm } from '../../lib/form.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useWebhookCalls } from './use-webhooks.ts'
import { eventTexts, kindTexts } from './webhook-texts.ts'

type WebhookFormProps = {
  team: number
  /** The webhook that is changed; null for a new one. */
  webhook: Webhook | null
  /** Called with the secret of a new one, if it has one. */
  onSaved: (secret: string | null) => void
  onCancel: () => void
}

const kinds = Object.entries(kindTexts).map(([value, { label }]) => ({ value, label }))

/** The address of a chat is a secret, so a form does not have it: empty keeps it. */
const changeForm = createWebhookBody.extend({ url: z.union([z.literal(''), webhookUrl]) })

export function WebhookForm({ team, webhook, onSaved, onCancel }: WebhookFormProps) {
  const { add, change } = useWebhookCalls(team)
  const isHidden = webhook !== null && webhook.kind !== 'standard'
  const form = useSchemaForm(
    isHidden ? changeForm : createWebhookBody,
    {
      name: webhook?.name ?? '',
      kind: webhook?.kind ?? 'standard',
      url: isHidden ? '' : (webhook?.url ?? ''),
      events: webhook?.events ?? ['mail.received'],
      filter: webhook?.filter ?? '',
      contents: webhook?.contents ?? false,
    },
    async ({ kind, url, ...settings }) => {
      if (webhook) {
        await change(webhook.id, { ...settings, ...(url !== '' && { url }) })
        onSaved(null)
      } else onSaved((await add({ ...settings, kind, url })).data.secret)
    },
  )
  const kind = useController({ control: form.control, name: 'kind' })
  const contents = useController({ control: form.control, name: 'contents' })
  const events = useController({ control: form.control, name: 'events' })
  const chosen: WebhookEvent[] = useWatch({ control: form.control, name: 'events' }) ?? []
  const { label, url, hint } = kindTexts[kind.field.value as WebhookKind]
  const id = useId()
  return (
    <DialogForm form={form} action={webhook ? 'Save' : 'Add webhook'} onCancel={onCancel}>
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={limits.nameLength}
        placeholder="Mail of staging"
        {...form.field('name')}
      />
      {webhook ? (
        <p className="text-sm text-ink-2">To: {label}</p>
      ) : (
        <SelectField
          label="To"
          value={kind.field.value ?? 'standard'}
          options={kinds}
          onValueChange={kind.field.onChange}
        />
      )}
      <TextField
        label="Address"
        type="url"
        autoComplete="off"
        spellCheck={false}
        className="font-mono placeholder:font-mono"
        placeholder={isHidden ? webhook.url : url}
        hint={isHidden ? 'It is not shown, as it is a secret. Leave this empty to keep it.' : hint}
        {...form.field('url')}
      />
      <fieldset aria-describedby={events.fieldState.error && `${id}-error`}>
        <legend className="mb-1.5 text-sm font-[550]">When</legend>
        <div className="grid gap-1.5 tablet:grid-cols-2">
          {webhookEvent.options.map((name) => (
            <Checkbox
              key={name}
              label={eventTexts[name]}
              checked={chosen.includes(name)}
              onChange={({ currentTarget: { checked } }) =>
                events.field.onChange(
                  checked ? [...chosen, name] : chosen.filter((one) => one !== name),
                )
              }
              onBlur={events.field.onBlur}
            />
          ))}
        </div>
        {events.fieldState.error && (
          <p id={`${id}-error`} className="mt-1.5 text-sm text-danger">
            Choose at least one
          </p>
        )}
      </fieldset>
      <TextField
        label="Only messages that this search finds"
        autoComplete="off"
        spellCheck={false}
        maxLength={limits.queryLength}
        className="font-mono placeholder:font-mono"
        placeholder="to:*@customer.test has:attachment in:staging"
        hint="Anything that the search of the inbox understands. Empty: every message."
        {...form.field('filter')}
      />
      <Checkbox
        label="Send the code and the links of a message too"
        checked={contents.field.value ?? false}
        onChange={({ currentTarget: { checked } }) => contents.field.onChange(checked)}
      />
    </DialogForm>
  )
}
