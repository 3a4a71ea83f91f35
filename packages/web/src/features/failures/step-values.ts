import {
  actionOfStep,
  labKeys,
  labKeyTexts,
  labPoints,
  labPointTexts,
  type LabActionName,
  type LabPoint,
  type LabStep,
} from '@mailstop/contract'

type Field = { label: string; usual: string; isNumber?: true; placeholder?: string }

/** What a step asks for, as a form holds it. The names are those of the API, by which it says what is wrong. */
export const stepFields = {
  code: { label: 'Code', usual: '451', isNumber: true },
  enhanced: { label: 'Enhanced code', usual: '4.3.0' },
  text: { label: 'Text of the reply', usual: 'Try again later' },
  delay_ms: { label: 'Milliseconds', usual: '5000', isNumber: true },
  greylist_s: { label: 'Seconds', usual: '60', isNumber: true },
  count: { label: 'How many', usual: '10', isNumber: true },
  per_s: { label: 'In seconds', usual: '60', isNumber: true },
  throttle_bps: { label: 'Bytes a second', usual: '200', isNumber: true },
  recipient: { label: 'Recipient', usual: '', placeholder: '*@slow.test' },
  sender: { label: 'Sender', usual: '', placeholder: 'app@*' },
  subject: { label: 'Subject', usual: '', placeholder: 'Invoice*' },
  helo: { label: 'Name of the client', usual: '' },
  address: { label: 'Address of the client', usual: '', placeholder: '10.0.0.0/8' },
  chance: { label: 'Percent of cases', usual: '', isNumber: true },
  from: { label: 'From attempt', usual: '', isNumber: true },
  to: { label: 'To attempt', usual: '', isNumber: true },
} as const satisfies Record<string, Field>
export type StepField = keyof typeof stepFields
export const fieldOf = (name: StepField): Field => stepFields[name]

/** What a step may be for. */
const patterns: StepField[] = ['recipient', 'sender', 'subject', 'helo', 'address']
export const conditionFields: StepField[] = [...patterns, 'chance', 'from', 'to']

type Action = Exclude<LabActionName, 'drop'> | 'close' | 'reset' | 'discard'
export type StepValues = Record<StepField, string> & { at: LabPoint; action: Action; key: string }

const answer: StepField[] = ['code', 'enhanced', 'text']

/** What can happen, how people read it, and what it asks for, or what it is. */
export const stepActions: Record<
  Action,
  { label: string; fields?: readonly StepField[]; is?: LabStep['do'] }
> = {
  reply: { label: 'Refuse with a reply', fields: answer },
  delay_ms: { label: 'Wait, then go on', fields: ['delay_ms'] },
  greylist_s: {
    label: 'Refuse for a time after the first attempt',
    fields: ['greylist_s', ...answer],
  },
  rate: { label: 'Refuse beyond a rate', fields: ['count', 'per_s', ...answer] },
  close: { label: 'Close the connection', is: { drop: 'close' } },
  reset: { label: 'Reset the connection', is: { drop: 'reset' } },
  silence: { label: 'Never answer', is: { silence: true } },
  throttle_bps: { label: 'Read slowly', fields: ['throttle_bps'] },
  accept: { label: 'Accept', is: { accept: 'catch' } },
  discard: { label: 'Accept and keep nothing', is: { accept: 'discard' } },
}

export const pointOptions = labPoints.map((value) => ({ value, label: labPointTexts[value] }))
export const keyOptions = [
  { value: '', label: 'as usual' },
  ...labKeys.map((value) => ({ value: value as string, label: `of ${labKeyTexts[value]}` })),
]

const texts = (given: object) =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      ['string', 'number'].includes(typeof value) ? [[name, String(value)]] : [],
    ),
  )

export function newStep(): StepValues {
  const usual = Object.entries(stepFields).map(([name, field]) => [name, field.usual])
  const fields = Object.fromEntries(usual) as Record<StepField, string>
  return { ...fields, at: 'rcpt', action: 'reply', key: '' }
}

/** The fields of a form for a step. */
export function valuesOfStep(step: LabStep): StepValues {
  const { do: action, when = {}, at, key = '', chance = '' } = step
  const name = actionOfStep(step)
  const hasAnswer = name === 'reply' || name === 'rate' || name === 'greylist_s'
  return {
    ...newStep(),
    ...(hasAnswer && { enhanced: '' }),
    ...texts({ ...action, ...action.reply, ...action.rate, ...when, ...when.attempt }),
    at,
    key,
    chance: String(chance),
    action: action.drop ?? (action.accept === 'discard' ? 'discard' : (name as Action)),
  }
}

/** The step of a form. The server says what is wrong with it. */
export function stepOf(values: StepValues): LabStep {
  const { at, action, key } = values
  const attempt = filled(values, ['from', 'to'])
  const when = { ...filled(values, patterns), ...(isFilled(attempt) && { attempt }) }
  return {
    at,
    ...(isFilled(when) && { when }),
    ...(key !== '' && { key }),
    ...filled(values, ['chance']),
    do: actionOf(action, values),
  } as LabStep
}

function actionOf(action: Action, values: StepValues): object {
  const { is, fields = [] } = stepActions[action]
  if (action === 'rate') {
    return { rate: filled(values, ['count', 'per_s']), ...filled(values, answer) }
  }
  return is ?? (action === 'reply' ? { reply: filled(values, fields) } : filled(values, fields))
}

const isFilled = (group: object): boolean => Object.keys(group).length > 0

/** The fields that are filled in. */
const filled = (values: StepValues, names: readonly StepField[]): object =>
  Object.fromEntries(
    names
      .filter((name) => values[name] !== '')
      .map((name) => [name, fieldOf(name).isNumber ? Number(values[name]) : values[name]]),
  )
