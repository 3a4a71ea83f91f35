import { getTagging, setTagging, type Team } from '@mailstop/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api-client.ts'
import { errorText } from '../../lib/api/api-error.ts'
import { queryKeys, queryOf } from '../../lib/api/queries.ts'
import { may } from '../../lib/team-permissions.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { LoadError } from '../../ui/pages/load-error.tsx'
import { PageSection } from '../../ui/pages/page-section.tsx'
import { Skeleton } from '../../ui/pages/skeleton.tsx'
import { toast } from '../../ui/popups/toast.ts'

/** Whether addresses with a plus tag the mail of a team: for its owner to choose, for others to read. */
export function PlusAddresses({ team }: { team: Team }) {
  const queryClient = useQueryClient()
  const params = { team: String(team.id) }
  const query = queryOf(queryKeys.tagging(team.id), getTagging, { params })
  const tagging = useQuery(query)
  const change = useMutation({
    mutationFn: (plus_addresses: boolean) => call(setTagging, { params, body: { plus_addresses } }),
    onSuccess: ({ data }) => queryClient.setQueryData(query.queryKey, data),
    onError: (error) => void toast.error(errorText(error)),
  })
  return (
    <PageSection
      title="Addresses"
      description="Apps also tag mail by the header X-Tags and by an SMTP username with a plus."
    >
      {tagging.isPending && (
        <div role="status" aria-label="Loading" className="appear-late">
          <Skeleton className="h-4! w-72" />
        </div>
      )}
      <LoadError query={tagging} title="The setting could not be loaded" />
      {tagging.data && (
        <Checkbox
          label="Tag mail by addresses with a plus: ada+run42@… gets the tag run42"
          checked={change.isPending ? change.variables : tagging.data.plus_addresses}
          disabled={!may(team, 'set_tagging') || change.isPending}
          onChange={(event) => change.mutate(event.currentTarget.checked)}
        />
      )}
    </PageSection>
  )
}
