import { countText } from '../../rules/count-text.ts'
import { labKeyTexts, labPointTexts, type LabReply, type LabStep } from './scenario-steps.ts'

const secondsText = (seconds: number): string =>
  seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`

/** A reply as it goes over the wire, but for its line ends. */
export const replyText = ({ code, enhanced, text }: LabReply): string =>
  [code, enhanced, text.replaceAll('\n', ' ')].filter(Boolean).join(' ')

/** The refusal of a step that counts, where it names none. */
export const countedRefusal = ({
  code = 451,
  enhanced = code < 500 ? '4.7.1' : '5.7.1',
  text = 'Try again later',
}: Pick<LabStep['do'], keyof LabReply>): LabReply => ({ code, enhanced, text })

function actionText({ do: action, key, at }: LabStep): string {
  const { reply, delay_ms: delay, drop, greylist_s: greylist, rate, throttle_bps: bps } = action
  if (reply) return `answer ${replyText(reply)}`
  if (delay !== undefined) return `wait ${delay < 1_000 ? `${delay} ms` : `${delay / 1_000} s`}`
  if (drop) {
    const kept = at === 'end' ? 'keep the message and ' : ''
    return `${kept}${drop === 'reset' ? 'reset' : 'close'} the connection`
  }
  const counted = `answer ${replyText(countedRefusal(action))}`
  if (greylist !== undefined) {
    const whose = labKeyTexts[key ?? 'sender+recipient']
    return `for ${secondsText(greylist)} after the first attempt of ${whose}, ${counted}`
  }
  if (rate) {
    const whose = labKeyTexts[key ?? 'inbox']
    return `beyond ${rate.count} in ${secondsText(rate.per_s)} for ${whose}, ${counted}`
  }
  if (bps !== undefined) return `read ${countText(bps, 'byte')} a second`
  if (action.silence) return 'never answer'
  return action.accept === 'discard' ? 'answer 250 and keep nothing' : 'accept'
}

function conditionTexts({ when = {}, chance, key, do: action }: LabStep): string[] {
  const { sender, recipient, subject, helo, address, attempt } = when
  const { from = 1, to } = attempt ?? {}
  const counts = action.greylist_s === undefined && action.rate === undefined
  const of = key && counts ? ` of ${labKeyTexts[key]}` : ''
  const attempts =
    to === undefined
      ? `from attempt ${from} on`
      : from === to
        ? `attempt ${from}`
        : `attempts ${from} to ${to}`
  return [
    recipient && `for ${recipient}`,
    sender && `from ${sender}`,
    subject && `with the subject ${subject}`,
    helo && `of the client ${helo}`,
    address && `at ${address}`,
    attempt && `${attempts}${of}`,
    chance !== undefined && `in ${chance} % of cases`,
  ].filter((text): text is string => Boolean(text))
}

/** A step as a sentence without its full stop: 'At RCPT, for *@slow.test, wait 8 s'. */
export const stepText = (step: LabStep): string =>
  [labPointTexts[step.at], ...conditionTexts(step), actionText(step)].join(', ')
