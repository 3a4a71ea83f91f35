import type { LabStep } from '@mailstop/contract'
import { limits } from '@mailstop/contract'

/** No mail can be sent to this domain (RFC 2606), so that no address of an app asks for a failure by accident. */
const domain = '@smtp.invalid'

/** What an address at smtp.invalid asks for in every inbox, without any set-up; null: nothing. */
export function magicStep(recipient: string): LabStep | null {
  if (!recipient.toLowerCase().endsWith(domain)) return null
  const [word = '', value] = recipient.slice(0, -domain.length).toLowerCase().split('+')
  const number = value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) : undefined
  const action = actionOf(word, number)
  return action && { at: 'rcpt', do: action }
}

function actionOf(word: string, number: number | undefined): LabStep['do'] | null {
  switch (word) {
    case 'bounce':
      return refusal(number ?? 550, 5, 'This address bounces on purpose')
    case 'defer':
      return refusal(number ?? 451, 4, 'This address defers on purpose')
    case 'delay':
      return number === 0 ? null : { delay_ms: Math.min(number ?? 5_000, limits.labDelayMs) }
    case 'drop':
      return { drop: 'close' }
    case 'greylist':
      return { greylist_s: Math.min(Math.max(number ?? 60, 1), limits.scenarioSeconds) }
    default:
      return null
  }
}

function refusal(code: number, digit: 4 | 5, text: string): LabStep['do'] | null {
  if (Math.floor(code / 100) !== digit) return null
  return { reply: { code, enhanced: `${digit}.0.0`, text } }
}
