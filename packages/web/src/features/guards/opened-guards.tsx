import type { MailSummary } from '@mailstop/contract'
import { useMutation } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import { errorText } from '../../lib/api/api-error.ts'
import { guardPath } from '../../lib/paths/guard-search.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextLink } from '../../ui/buttons/text-link.tsx'
import { toast } from '../../ui/popups/toast.ts'
import { useGuardChanges, useGuards } from './use-guards.ts'

type OpenedGuardsProps = { team: number; mail: Pick<MailSummary, 'id' | 'broken_guards'> }

/** The guards that the open mail breaks. A reader says of each that this mail was right. */
export function OpenedGuards({ team, mail }: OpenedGuardsProps) {
  const guards = useGuards(team).data ?? []
  const { except, unexcept } = useGuardChanges(team)
  const onError = (error: unknown) => toast.error(errorText(error))
  const exception = useMutation({
    mutationFn: (guard: { id: number; name: string }) => except(guard, mail.id),
    onSuccess(_, guard) {
      toast.success(`This message is right for ${guard.name}`, {
        action: { label: 'Undo', onClick: () => void unexcept(guard, mail.id).catch(onError) },
      })
    },
    onError,
  })
  return (
    <ul
      aria-label="Broken guards"
      className="m-0 flex-none list-none border-b border-danger/25 bg-danger-soft px-[26px] py-1.5 text-sm max-tablet:px-4"
    >
      {mail.broken_guards.map(({ name, detail }) => {
        const guard = guards.find((one) => one.name === name)
        return (
          <li key={name} className="flex min-h-8 flex-wrap items-center gap-x-2.5 text-danger">
            <ShieldAlert aria-hidden className="flex-none" />
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              It breaks the guard <TextLink to={guardPath(name)}>{name}</TextLink>
              {detail !== null && (
                <>
                  : <bdi className="text-ink">{detail}</bdi>
                </>
              )}
            </span>
            {guard && (
              <Button
                size="sm"
                aria-label={`This was right for ${name}`}
                loading={exception.isPending}
                onClick={() => exception.mutate(guard)}
              >
                This was right
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
