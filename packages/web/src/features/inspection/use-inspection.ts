import {
  changeInspectionSettings,
  getInspectionRules,
  getInspectionSettings,
  inspectMail,
  listMailClients,
  type InspectionSettings,
} from '@mailstop/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api-client.ts'
import { errorText } from '../../lib/api/api-error.ts'
import { queryKeys, queryOf } from '../../lib/api/queries.ts'
import { toast } from '../../ui/popups/toast.ts'

export const ofMail = (team: number, mail: number) => ({ team: String(team), mail: String(mail) })

/** A mail never changes. Its check is fetched again now and then: another member may have muted a rule. */
export const useInspection = (team: number, mail: number, enabled = true) =>
  useQuery({
    ...queryOf(queryKeys.inspection(team, mail), inspectMail, { params: ofMail(team, mail) }),
    staleTime: 60_000,
    enabled,
  })

/** What the rules say of themselves, by their ids. */
export function useRules() {
  const query = queryOf(queryKeys.inspectionRules, getInspectionRules)
  const { data = [] } = useQuery({ ...query, staleTime: Infinity })
  return new Map(data.map((rule) => [rule.id, rule]))
}

/** The mail clients that a team may choose. */
export const useMailClients = () =>
  useQuery({ ...queryOf(queryKeys.mailClients, listMailClients), staleTime: Infinity })

const settingsQuery = (team: number) =>
  queryOf(queryKeys.inspectionSettings(team), getInspectionSettings, {
    params: { team: String(team) },
  })

export const useInspectionSettings = (team: number) => useQuery(settingsQuery(team))

type Change = (now: InspectionSettings) => Partial<InspectionSettings>

/** Changes what the checks of a team go by, as it is now: what another member has changed meanwhile stays. */
export function useChangeSettings(team: number) {
  const queryClient = useQueryClient()
  const query = settingsQuery(team)
  return useMutation({
    async mutationFn(change: Change) {
      const body = change(await queryClient.fetchQuery({ ...query, staleTime: 0 }))
      const { data } = await call(changeInspectionSettings, {
        params: { team: String(team) },
        body,
      })
      queryClient.setQueryData(query.queryKey, data)
      await queryClient.invalidateQueries({ queryKey: queryKeys.inspections(team) })
      return data
    },
  })
}

/** Mutes a rule for the team, or lets it speak again. */
export function useMute(team: number) {
  const { mutate } = useChangeSettings(team)
  return (rule: string, on: boolean) =>
    mutate(
      ({ muted }) => ({ muted: [...muted.filter((one) => one !== rule), ...(on ? [rule] : [])] }),
      { onError: (error) => toast.error(errorText(error)) },
    )
}
