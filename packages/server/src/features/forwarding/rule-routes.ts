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
import { route, type Route } from '../../http/route.ts'
import type { Rules } from './rules.ts'

export function ruleRoutes(rules: Rules): Route[] {
  return [
    route(listRules, async (_input, { request }) => ({
      data: await rules.list(request),
    })),
    route(createRule, async ({ body }, { request }) => ({
      data: await rules.create(request, body),
    })),
    route(updateRule, async ({ params, body }, { request }) => ({
      data: await rules.update(request, params.rule, body),
    })),
    route(deleteRule, async ({ params }, { request }) => {
      await rules.remove(request, params.rule)
      return { message: 'Rule deleted successfully' }
    }),
    route(resendRuleVerification, async ({ params }, { request }) => {
      await rules.resend(request, params.rule)
      return { message: 'A new verification is being sent' }
    }),
    route(confirmForwarding, async ({ params }) => ({
      message: await rules.confirm(params.token),
    })),
    route(listDeliveries, async ({ params }, { request }) => ({
      data: await rules.deliveries(request, params.rule),
    })),
    route(matchRules, async ({ query }, { request }) => {
      const { from = null, to = null, subject = null } = query
      return { data: await rules.matches(request, { from, to, subject }) }
    }),
  ]
}
