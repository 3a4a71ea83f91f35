import {
  actionOfStep,
  labPoints,
  type LabActionName,
  type LabPoint,
  type LabStep,
} from '@mailstop/contract'

type Option = { value: string; label: string }
type Field = { label: string; kind: 'text' | 'number' | 'choice'; options?: readonly Option[] }

/** What a step asks for, as a form holds it. The names are those of the API, by which it says what is wrong. */
export const stepFields = {
  code: { label: 'Code', kind: 'number' },
  enhanced: { label: 'Enhanced code', kind: 'text' },
  text: { label: 'Text of the reply', kind: 'text' },
  delay_ms: { label: 'Milliseconds', kind: 'number' },
  drop: {
    label: 'Connection',
    kind: 'choice',
    options: [
      { value: 'close', label: 'is closed' },
      { value: 'reset', label: 'is reset' },
    ],
  },
  greylist_s: { label: 'Seconds', kind: 'number' },
  count: { label: 'How many', kind: 'number' },
  per_s: { label: 'In seconds', kind: 'number' },
  throttle_bps: { label: 'Bytes a second', kind: 'number' },
  recipient: { label: 'Recipient', kind: 'text' },
  sender: { label: 'Sender', kind: 'text' },
  subject: { label: 'Subject', kind: 'text' },
  helo: { label: 'Name of the client', kind: 'text' },
  address: { label: 'Address of the client', kind: 'text' },
  chance: { label: 'Percent of cases', kind: 'number' },
  from: { label: 'From attempt', kind: 'number' },
  to: { label: 'To attempt', kind: 'number' },
} as const satisfies Record<string, Field>
export type StepField = keyof typeof stepFields

export type StepValues = Record<StepField, string> & {
  at: LabPoint
  /** `discard`: accepted, and not kept. */
  action: LabActionName | 'discard'
  key: string
}

const answer = ['code', 'enhanced', 'text'] as const

/** What can happen, how people read it, and what it asks for. */
export const stepActions: Record<
  StepValues['action'],
  { label: string; fields: readonly StepField[] }
> = {
  reply: { label: 'Refuse with a reply', fields: answer },
  delay_ms: { label: 'Wait, then go on', fields: ['delay_ms'] },
  greylist_s: {
    label: 'Refuse for a time after the first attempt',
    fields: ['greylist_s', ...answer],
  },
  rate: { label: 'Refuse beyond a rate', fields: ['count', 'per_s', ...answer] },
  drop: { label: 'End the connection', fields: ['drop'] },
  silence: { label: 'Never answer', fields: [] },
  throttle_bps: { label: 'Read slowly', fields: ['throttle_bps'] },
  accept: { label: 'Accept', fields: [] },
  discard: { label: 'Accept and keep nothing', fields: [] },
}

export const pointOptions: Option[] = labPoints.map((value) => ({
  value,
  label:
    value === 'content'
      ? 'While the content arrives'
      : value === 'end'
        ? 'After the content'
        : `At ${value.toUpperCase()}`,
}))

export const keyOptions: Option[] = [
  { value: '', label: 'as usual' },
  { value: 'session', label: 'of a connection' },
  { value: 'sender', label: 'of a sender' },
  { value: 'recipient', label: 'of a recipient' },
  { value: 'sender+recipient', label: 'of a sender and recipient' },
  { value: 'inbox', label: 'of the inbox' },
]

/** What a step may be for. */
export const conditionFields = [
  'recipient',
  'sender',
  'subject',
  'helo',
  'address',
  'chance',
  'from',
  'to',
] as const satisfies StepField[]

const blank: StepValues = {
  at: 'rcpt',
  action: 'reply',
  key: '',
  code: '451',
  enhanced: '4.3.0',
  text: 'Try again later',
  delay_ms: '5000',
  drop: 'close',
  greylist_s: '60',
  count: '10',
  per_s: '60',
  throttle_bps: '200',
  recipient: '',
  sender: '',
  subject: '',
  helo: '',
  address: '',
  chance: '',
  from: '',
  to: '',
}

const texts = (given: object) =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      ['string', 'number'].includes(typeof value) ? [[name, String(value)]] : [],
    ),
  )

/** The fields of a form for a step. */
export function valuesOfStep(step: LabStep): StepValues {
  const { do: action, when = {}, at, key = '', chance } = step
  const name = actionOfStep(step)
  const isAnswer = name === 'reply' || name === 'rate' || name === 'greylist_s'
  return {
    ...blank,
    ...(isAnswer && { enhanced: '' }),
    ...texts(action),
    ...texts(action.reply ?? {}),
    ...texts(action.rate ?? {}),
    ...texts(when),
    ...texts(when.attempt ?? {}),
    at,
    key,
    chance: chance === undefined ? '' : String(chance),
    action: action.accept === 'discard' ? 'discard' : name,
  }
}

export const newStep = (): StepValues => ({ ...blank })

/** The step of a form. The server says what is wrong with it. */
export function stepOf(values: StepValues): LabStep {
  const { at, action, key } = values
  const when = group(values, ['recipient', 'sender', 'subject', 'helo', 'address'])
  const attempt = group(values, ['from', 'to'])
  const given = { ...when, ...(attempt && { attempt }) }
  return {
    at,
    ...(Object.keys(given).length > 0 && { when: given }),
    ...(key !== '' && { key }),
    ...(values.chance !== '' && { chance: Number(values.chance) }),
    do: actionOf(action, values),
  } as LabStep
}

function actionOf(action: StepValues['action'], values: StepValues): object {
  const reply = group(values, answer) ?? {}
  switch (action) {
    case 'reply':
      return { reply }
    case 'rate':
      return { rate: group(values, ['count', 'per_s']), ...reply }
    case 'greylist_s':
      return { greylist_s: Number(values.greylist_s), ...reply }
    case 'silence':
      return { silence: true }
    case 'accept':
      return { accept: 'catch' }
    case 'discard':
      return { accept: 'discard' }
    case 'drop':
    case 'delay_ms':
    case 'throttle_bps':
      return group(values, [action]) ?? {}
  }
}

/** Reads the fields that are filled in; null: none is. */
function group(values: StepValues, names: readonly StepField[]): object | null {
  const filled = names.flatMap((name) => {
    if (values[name] === '') return []
    const isNumber = stepFields[name].kind === 'number'
    return [[name, isNumber ? Number(values[name]) : values[name]]]
  })
  return filled.length === 0 ? null : Object.fromEntries(filled)
}
