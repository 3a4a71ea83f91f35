import {
  confirmForwarding,
  createRule,
  deleteRule,
  listDeliveries,
  listRules,
  matchRules,
  resendRuleVerification,
  updateRule,
} from '@mailstop/contract'
import { dataRoute, doneRoute, route, type Route } from '../../../http/route.ts'
import type { Rules } from './rules.ts'

export function ruleRoutes(rules: Rules): Route[] {
  return [
    dataRoute(listRules, (_input, { request }) => rules.list(request)),
    dataRoute(createRule, ({ body }, { request }) => rules.create(request, body)),
    dataRoute(updateRule, ({ params, body }, { request }) =>
      rules.update(request, params.rule, body),
    ),
    doneRoute(deleteRule, 'Rule deleted successfully', ({ params }, { request }) =>
      rules.remove(request, params.rule),
    ),
    doneRoute(
      resendRuleVerification,
      'A new verification is being sent',
      ({ params }, { request }) => rules.resend(request, params.rule),
    ),
    route(confirmForwarding, async ({ params }) => ({
      message: await rules.confirm(params.token),
    })),
    dataRoute(listDeliveries, ({ params }, { request }) => rules.deliveries(request, params.rule)),
    route(matchRules, async ({ query }, { request }) => {
      const { from = null, to = null, subject = null, inbox = null } = query
      return { data: await rules.matches(request, { from, to, subject, inbox }) }
    }),
  ]
}
