import { createRuleBody, limits, type Rule, matchRules } from '@mailstop/contract'
import { useController, useWatch } from 'react-hook-form'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSchemaForm } from '../../lib/form.ts'
import { InboxField } from '../../lib/inboxes/inbox-field.tsx'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useSaveRule } from './use-rules.ts'
import { call } from '../../lib/api/api-client.ts'
import { queryKeys } from '../../lib/api/queries.ts'

type RuleFormProps = {
  team: number
  /** The rule that is changed; null for a new one. */
  rule: Rule | null
  /** The address of a new rule; empty if it is not known. */
  email: string
  onDone: () => void
}

const fields = [
  { name: 'rules.from', label: 'From', placeholder: '*@shop.example' },
  { name: 'rules.to', label: 'To', placeholder: 'billing@*' },
  { name: 'rules.subject', label: 'Subject', placeholder: '*invoice*' },
] as const

export function RuleForm({ team, rule, email, onDone }: RuleFormProps) {
  const save = useSaveRule(team, rule)
  const form = useSchemaForm(
    createRuleBody,
    {
      name: rule?.name ?? '',
      email: rule?.email ?? email,
      rules: rule ? patternsOf(rule) : noPatterns,
      inbox: rule?.inbox?.id,
    },
    async (body) => {
      await save(body)
      onDone()
    },
  )
  const patterns = useWatch({ control: form.control, name: 'rules' })
  const inbox = useController({ control: form.control, name: 'inbox' })
  return (
    <DialogForm form={form} action={rule ? 'Update' : 'Add'} onCancel={onDone}>
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={limits.nameLength}
        {...form.field('name')}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        hint="Unless the email is part of the team, an email is sent to the address for approval and the link is valid for 24h."
        {...form.field('email')}
      />
      <fieldset className="grid gap-3">
        <legend className="mb-1 text-sm font-[550]">Which messages</legend>
        <p className="text-sm text-pretty text-ink-3">
          A message is forwarded when all patterns match. Use * for any text. An empty pattern
          matches everything.
        </p>
        {fields.map(({ name, label, placeholder }) => (
          <TextField
            key={name}
            label={label}
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
            className="font-mono placeholder:font-mono"
            {...form.field(name)}
          />
        ))}
        <InboxField
          team={team}
          all="Every inbox"
          value={inbox.field.value}
          onValueChange={inbox.field.onChange}
          error={inbox.fieldState.error?.message}
        />
        <MatchPreview
          team={team}
          patterns={{
            from: patterns?.from ?? '',
            to: patterns?.to ?? '',
            subject: patterns?.subject ?? '',
            inbox: inbox.field.value,
          }}
        />
      </fieldset>
    </DialogForm>
  )
}

/** Typing rests this long before the patterns are tried. */
const restMs = 300

/** What patterns would have done with the newest mails, while they are being typed. */
function MatchPreview({ team, patterns }: { team: number; patterns: Patterns }) {
  const { from, to, subject, inbox } = useDebounced(patterns, restMs)
  const tried = { from, to, subject, inbox }
  const { data, isPlaceholderData } = useQuery({
    queryKey: queryKeys.ruleMatches(team, tried),
    queryFn: async ({ signal }) => {
      const { data: found } = await call(matchRules, {
        params: { team: String(team) },
        query: { from, to, subject, ...(inbox && { inbox: String(inbox) }) },
        signal,
      })
      return { ...found, patterns: tried }
    },
    placeholderData: keepPreviousData,
  })
  return (
    <p
      role="status"
      className={`num min-h-[18px] text-sm text-ink-2 ${isPlaceholderData ? 'opacity-60' : ''}`}
    >
      {data && matchText(data.patterns, data)}
    </p>
  )
}

/** `value` as it was when it last rested for `ms`. */
function useDebounced<T>(value: T, ms: number): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return rested
}

/** The conditions of a rule as the form has them. An empty text matches every mail, and so does no inbox. */
type Patterns = { from: string; to: string; subject: string; inbox?: number | null | undefined }

export const noPatterns: Patterns = { from: '', to: '', subject: '' }

function patternsOf({ rules }: Rule): Patterns {
  return { from: rules.from ?? '', to: rules.to ?? '', subject: rules.subject ?? '' }
}

const hasPatterns = ({ from, to, subject, inbox }: Patterns) =>
  Boolean(inbox) || [from, to, subject].some((pattern) => pattern.trim() !== '')

/** How many of the newest mails they would have matched, in a sentence. */
export function matchText(patterns: Patterns, { matched, of }: { matched: number; of: number }) {
  if (of === 0) return 'No mail yet to try the rule on.'
  if (!hasPatterns(patterns)) return 'Without patterns, the rule matches every message.'
  if (of === 1) return `${matched === 1 ? 'Matches' : 'Does not match'} the last message.`
  return `Matches ${matched} of the last ${of} messages.`
}
