import {
  createTokenBody,
  limits,
  tokenLifetimes,
  wholeTeamScopes,
  type TokenScope,
} from '@mailstop/contract'
import { useController } from 'react-hook-form'
import { useId } from 'react'
import { useSchemaForm } from '../../lib/form.ts'
import { InboxField } from '../../lib/inboxes/inbox-field.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { scopeTexts } from './scope-texts.ts'
import { useCreateToken } from './use-tokens.ts'

type CreateTokenFormProps = {
  team: number
  onCreated: (token: string) => void
  onCancel: () => void
}

const lifetimes = tokenLifetimes.map((days) => ({
  value: String(days),
  label: days === null ? 'Never' : `In ${days} days`,
}))

export function CreateTokenForm({ team, onCreated, onCancel }: CreateTokenFormProps) {
  const create = useCreateToken(team)
  const preselected = scopeTexts.filter((each) => each.preselected).map(({ scope }) => scope)
  const form = useSchemaForm(
    createTokenBody,
    { name: '', scopes: preselected, expires_in_days: 365 },
    async (body) => onCreated(await create(body)),
  )
  const scopes = useController({ control: form.control, name: 'scopes' })
  const inbox = useController({ control: form.control, name: 'inbox' })
  const expiry = useController({ control: form.control, name: 'expires_in_days' })
  const chosen = scopes.field.value
  const without = (scope: TokenScope) => chosen.filter((each) => each !== scope)
  /** What a token of one inbox cannot do. */
  const isBeyond = (scope: TokenScope) =>
    wholeTeamScopes.includes(scope) && Boolean(inbox.field.value)
  const id = useId()
  return (
    <DialogForm form={form} action="Create token" onCancel={onCancel}>
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={limits.nameLength}
        placeholder="CI of the web shop"
        {...form.field('name')}
      />
      <InboxField
        team={team}
        all="All mail of the team"
        value={inbox.field.value}
        onValueChange={(id) => {
          inbox.field.onChange(id)
          if (id === null) return
          scopes.field.onChange(chosen.filter((scope) => !wholeTeamScopes.includes(scope)))
        }}
        error={inbox.fieldState.error?.message}
      />
      <fieldset aria-describedby={scopes.fieldState.error && `${id}-error`}>
        <legend className="mb-1.5 text-sm font-[550]">What it may do</legend>
        <div className="grid gap-1.5">
          {scopeTexts.map(({ scope, label, hint }) => (
            <Checkbox
              key={scope}
              label={
                <ScopeLabel
                  label={label}
                  hint={isBeyond(scope) ? 'Only a token for all mail of the team may.' : hint}
                />
              }
              checked={chosen.includes(scope)}
              disabled={isBeyond(scope)}
              onChange={({ currentTarget: { checked } }) =>
                scopes.field.onChange(checked ? [...chosen, scope] : without(scope))
              }
              onBlur={scopes.field.onBlur}
            />
          ))}
        </div>
        {scopes.fieldState.error && (
          <p id={`${id}-error`} className="mt-1.5 text-sm text-danger">
            {scopes.fieldState.error.type === 'server'
              ? scopes.fieldState.error.message
              : 'Choose at least one'}
          </p>
        )}
      </fieldset>
      <SelectField
        label="Ends"
        value={String(expiry.field.value)}
        onValueChange={(days) => expiry.field.onChange(days === 'null' ? null : Number(days))}
        options={lifetimes}
        error={expiry.fieldState.error?.message}
      />
    </DialogForm>
  )
}

function ScopeLabel({ label, hint }: { label: string; hint: string }) {
  return (
    <span className="grid leading-[1.35]">
      <span className="text-ink">{label}</span>
      <span className="text-ink-3">{hint}</span>
    </span>
  )
}
