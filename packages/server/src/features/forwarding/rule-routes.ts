import {
  confirmForwarding,
  createRule,
  deleteRule,
  listDeliveries,
  listRules,
  matchRules,
  resendRuleVerification,
  stopForwarding,
  updateRule,
} from '@mailstop/contract'
import { route, type OneClickRoute, type Route } from '../../http/route.ts'
import { askerOf } from '../../lib/asker.ts'
import type { RuleWithdrawal } from './rule-withdrawal.ts'
import type { Rules } from './rules.ts'

export function ruleRoutes(rules: Rules, { withdraw }: RuleWithdrawal): Route[] {
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
    route(stopForwarding, async ({ params }) => ({ message: await withdraw(params.token) })),
    route(listDeliveries, async ({ params }, { caller }) => ({
      data: await rules.deliveries(askerOf(caller, params), params.rule),
    })),
    route(matchRules, async ({ params, query }, { caller }) => {
      const { from = null, to = null, subject = null } = query
      return { data: await rules.matches(askerOf(caller, params), { from, to, subject }) }
    }),
  ]
}

/** Where the link of a forwarded mail leads, for mail programs; people get a page there. */
export const oneClickStop = ({ withdraw }: RuleWithdrawal): OneClickRoute => ({
  path: '/forwarding/stop/:token',
  handle: async ({ params }) => ({ message: await withdraw(params['token'] ?? '') }),
})
