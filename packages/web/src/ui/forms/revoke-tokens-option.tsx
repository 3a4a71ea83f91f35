import { ConfirmOption } from './confirm-option.tsx'

type RevokeTokensOptionProps = {
  /** Tokens that the leaving member has made. */
  tokens: readonly { id: number; name: string; hint: string }[]
  /** 'They' or 'You'. */
  who: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Offers to end the API tokens that a leaving member made in the team. */
export function RevokeTokensOption({ tokens, who, checked, onChange }: RevokeTokensOptionProps) {
  return (
    <ConfirmOption
      label={tokens.length === 1 ? 'Revoke this token too' : 'Revoke these tokens too'}
      hint="Programs that use them are refused at once."
      checked={checked}
      onChange={onChange}
    >
      <p>
        {who} made {tokens.length === 1 ? '1 API token' : `${tokens.length} API tokens`} in this
        team, for programs that use its mail:
      </p>
      <ul className="mt-1 grid max-h-32 gap-0.5 overflow-y-auto pl-1">
        {tokens.map(({ id, name, hint }) => (
          <li key={id} className="flex min-w-0 items-baseline gap-2">
            <span className="truncate font-[550]" title={name}>
              {name}
            </span>
            <span className="font-mono text-xs text-ink-3">mst_{hint}…</span>
          </li>
        ))}
      </ul>
    </ConfirmOption>
  )
}
