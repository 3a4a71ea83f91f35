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
import { askerOf } from '../../lib/asker.ts'
import type { Rules } from './rules.ts'

export function ruleRoutes(rules: Rules): Route[] {
  return [
    route(listRules, async ({ params }, { caller }) => ({
      data: await rules.list(askerOf(caller, params)),
    })),
    route(createRule, async ({ params, body }, { caller }) => ({
      data: await rules.create(askerOf(caller, params), body),
    })),
    route(updateRule, async ({ params, body }, { caller }) => ({
      data: await rules.update(askerOf(caller, params), params.rule, body),
    })),
    route(deleteRule, async ({ params }, { caller }) => {
      await rules.remove(askerOf(caller, params), params.rule)
      return { message: 'Rule deleted successfully' }
    }),
    route(resendRuleVerification, async ({ params }, { caller }) => {
      await rules.resend(askerOf(caller, params), params.rule)
      return { message: 'A new verification is being sent' }
    }),
    route(confirmForwarding, async ({ params }) => ({
      message: await rules.confirm(params.token),
    })),
    route(listDeliveries, async ({ params }, { caller }) => ({
      data: await rules.deliveries(askerOf(caller, params), params.rule),
    })),
    route(matchRules, async ({ params, query }, { caller }) => {
      const { from = null, to = null, subject = null } = query
      return { data: await rules.matches(askerOf(caller, params), { from, to, subject }) }
    }),
  ]
}
