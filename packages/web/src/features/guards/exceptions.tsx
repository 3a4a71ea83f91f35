import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { errorText } from '../../lib/api/api-error.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { LoadError } from '../../ui/pages/load-error.tsx'
import { toast } from '../../ui/popups/toast.ts'
import { MailLine } from './mail-line.tsx'
import { useExceptions, useGuardChanges } from './use-guards.ts'

/** The messages of which somebody said that they were right; nothing where there are none. */
export function Exceptions({ team, guard }: { team: number; guard: number }) {
  const { list, items = [] } = useExceptions(team, guard)
  const { unexcept } = useGuardChanges(team)
  const { mutate, isPending } = useMutation({
    mutationFn: (mail: number) => unexcept({ id: guard }, mail),
    onError: (error) => toast.error(errorText(error)),
  })
  if (items.length === 0 && !list.isError) return null
  return (
    <section aria-label="Excepted messages" className="grid min-w-0 gap-1 text-sm">
      <p className="m-0 text-ink-2">Messages that were right:</p>
      <LoadError query={list} title="The exceptions could not be loaded" />
      <ul className="m-0 max-h-40 list-none overflow-y-auto p-0">
        {items.map(({ id, subject }) => (
          <MailLine key={id} team={team} id={id} subject={subject}>
            <IconButton
              label={`Remove the exception: ${subject || id}`}
              icon={<Trash2 />}
              disabled={isPending}
              onClick={() => mutate(id)}
            />
          </MailLine>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button size="sm" className="justify-self-start" onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  )
}
