import { tokenPrefix, type ApiToken } from '@mailstop/contract'
import { useState } from 'react'
import { Badge } from '../../ui/texts/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../ui/popups/confirm-dialog.tsx'
import { exactDateTime, shortDate } from '../../ui/texts/date-texts.ts'
import { RelativeTimeText } from '../../ui/texts/relative-time-text.tsx'
import { useNow } from '../../ui/texts/use-now.ts'
import { scopeTexts } from './scope-texts.ts'
import { useRevokeToken } from './use-tokens.ts'

export function TokenRow({ team, token }: { team: number; token: ApiToken }) {
  const end = tokenEnd(token.expires_at, useNow())
  return (
    <li className="flex items-start gap-3 border-b border-line px-4 py-3 last:border-b-0">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="max-w-full truncate font-[550]" title={token.name}>
            {token.name}
          </span>
          <span className="font-mono text-xs text-ink-3">
            {tokenPrefix}
            {token.hint}…
          </span>
          {end.mark !== null && (
            <Badge tone={end.mark === 'expired' ? 'danger' : 'flag'}>{end.text}</Badge>
          )}
        </p>
        <p className="text-sm [overflow-wrap:anywhere] text-ink-2">
          {scopesText(token)}
          {token.inbox && ` · Only the inbox ${token.inbox.name}`}
        </p>
        <p className="num text-sm text-pretty text-ink-3">
          <LastUse token={token} /> · Created <RelativeTimeText iso={token.created_at} />
          {token.created_by && ` by ${token.created_by.name}`}
          {end.mark === null && (
            <>
              {' · '}
              <span title={token.expires_at ? exactDateTime(token.expires_at) : undefined}>
                {end.text}
              </span>
            </>
          )}
        </p>
      </div>
      <RevokeButton team={team} token={token} />
    </li>
  )
}

const scopesText = ({ scopes }: ApiToken) =>
  scopeTexts
    .filter(({ scope }) => scopes.includes(scope))
    .map(({ short }) => short)
    .join(', ')

function LastUse({ token }: { token: ApiToken }) {
  const { last_used_at: at, last_used_address: address, last_used_agent: agent } = token
  if (at === null) return 'Never used'
  return (
    <>
      Last used <RelativeTimeText iso={at} note={agent} />
      {address && ` from ${address}`}
    </>
  )
}

function RevokeButton({ team, token }: { team: number; token: ApiToken }) {
  const [asking, setAsking] = useState(false)
  const revoke = useRevokeToken(team, token.id)
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        Revoke<span className="sr-only"> {token.name}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Revoke ${token.name}?`}
        action="Revoke token"
        asked={revoke}
        onConfirm={() => revoke.mutate()}
      >
        Programs that use this token are refused at once. It cannot be made valid again.
      </ConfirmDialog>
    </>
  )
}

const dayMs = 24 * 60 * 60_000
/** A token that ends sooner is marked. */
const soonMs = 14 * dayMs

type TokenEnd = { text: string; mark: 'soon' | 'expired' | null }

/** When a token ends, as the list says it: 'Never ends', 'Ends Nov 23, 2027', 'Ends in 3 days'. */
export function tokenEnd(expiresAt: string | null, now: number): TokenEnd {
  if (expiresAt === null) return { text: 'Never ends', mark: null }
  const time = Date.parse(expiresAt)
  const date = shortDate(expiresAt)
  if (time <= now) return { text: `Expired ${date}`, mark: 'expired' }
  const left = time - now
  if (left > soonMs) return { text: `Ends ${date}`, mark: null }
  const days = Math.floor(left / dayMs)
  const text =
    days === 0 ? 'Ends within a day' : days === 1 ? 'Ends in 1 day' : `Ends in ${days} days`
  return { text, mark: 'soon' }
}
