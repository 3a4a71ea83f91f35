import {
  createRule,
  deleteRule,
  listRules,
  resendRuleVerification,
  updateRule,
  type EndpointInput,
  type Rule,
} from '@mailstop/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../ui/popups/toast.ts'
import { call } from '../../lib/api/api-client.ts'
import { wasRemoved } from '../../lib/api/api-error.ts'
import { useSaid } from '../../lib/api/use-said.ts'
import { queryKeys, queryOf } from '../../lib/api/queries.ts'

const rulesQuery = (team: number) =>
  queryOf(queryKeys.ruleList(team), listRules, { params: { team: String(team) } })

export function useRules(team: number) {
  return useQuery(rulesQuery(team))
}

export type RuleValues = EndpointInput<typeof createRule>['body']

/** Adds a rule, or changes the one given; the list shows it before it is fetched again. */
export function useSaveRule(team: number, rule: Rule | null) {
  const queryClient = useQueryClient()
  return async (body: RuleValues) => {
    const { data } = await (rule === null
      ? call(createRule, { params: { team: String(team) }, body })
      : call(updateRule, { params: { team: String(team), rule: String(rule.id) }, body }))
    queryClient.setQueryData(rulesQuery(team).queryKey, (rules) => withRule(rules, data))
    toast.success(rule === null ? 'Rule created successfully' : 'Rule updated successfully')
    void queryClient.invalidateQueries({ queryKey: queryKeys.rules(team) })
  }
}

export function useRuleActions(team: number, rule: Rule) {
  const queryClient = useQueryClient()
  const params = { team: String(team), rule: String(rule.id) }
  const refetch = () => queryClient.invalidateQueries({ queryKey: queryKeys.rules(team) })
  const setStatus = useSaid(
    async (status: 'enabled' | 'disabled') => {
      const { data } = await call(updateRule, { params, body: { status } })
      queryClient.setQueryData(rulesQuery(team).queryKey, (rules) => withRule(rules, data))
      return 'Rule updated successfully'
    },
    { onSettled: refetch },
  )
  const resend = useSaid(
    () => call(resendRuleVerification, { params }).then(() => 'A new verification is being sent'),
    { onSettled: refetch },
  )
  const remove = useMutation({
    mutationFn: () => wasRemoved(call(deleteRule, { params })),
    onSuccess() {
      queryClient.setQueryData(rulesQuery(team).queryKey, (rules) =>
        rules?.filter(({ id }) => id !== rule.id),
      )
      toast.success('Rule deleted successfully')
    },
    onSettled: refetch,
  })
  return { setStatus, resend, remove }
}

function withRule(rules: Rule[] | undefined, changed: Rule): Rule[] | undefined {
  if (rules === undefined) return undefined
  return rules.some(({ id }) => id === changed.id)
    ? rules.map((rule) => (rule.id === changed.id ? changed : rule))
    : [...rules, changed]
}
