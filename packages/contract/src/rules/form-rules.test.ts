import { expect, test } from 'vitest'
import type { z } from 'zod'
import {
  changePasswordBody,
  changePasswordForm,
  createRuleBody,
  forgotPasswordBody,
  forwardMailForm,
  inviteBody,
  loginBody,
  passwordBody,
  registerBody,
  resetPasswordBody,
  teamBody,
  updateProfileBody,
  validate,
} from '../index.ts'

const email = 'ada@rocket.test'
const labels: Record<string, string> = {
  name: 'Name',
  email: 'Email',
  password: 'Password',
  current_password: 'Current password',
  password_confirmation: 'Confirm password',
}
const required = (...fields: string[]) =>
  Object.fromEntries(
    fields.map((field) => [field, [`${labels[field] ?? field} is a required field`]]),
  )
const notValid = { email: ['field is not valid'] }
const eight = { password: '12345678', password_confirmation: '12345678' }
const reset = { token: 't', email, ...eight }
const change = { current_password: 'x', ...eight }
const rule = { name: 'Invoices', email, rules: {} }
const tooShort = 'Password must be at least 8 characters'
const confirmationTooShort = 'Confirm password must be at least 8 characters'

/** What each form of the product specification refuses and takes; null when it takes it. */
const cases: [string, z.ZodType, unknown, Record<string, string[]> | null][] = [
  ['new team, without a name', teamBody, { name: '' }, required('name')],
  ['new team', teamBody, { name: 'Rocket Labs' }, null],
  ['login, empty', loginBody, { email: '', password: '' }, required('email', 'password')],
  ['login, no address', loginBody, { email: 'ada@', password: 'x' }, notValid],
  ['login, not remembered', loginBody, { email, password: 'x' }, null],
  ['login, remembered', loginBody, { email, password: 'x', remember: true }, null],
  [
    'registration, empty',
    registerBody,
    { name: 'Ada', email: '', password: '', password_confirmation: '' },
    required('email', 'password', 'password_confirmation'),
  ],
  ['registration, no address', registerBody, { name: 'Ada', email: 'ada', ...eight }, notValid],
  ['registration', registerBody, { name: 'Ada', email, ...eight }, null],
  ['forgotten password, empty', forgotPasswordBody, { email: '' }, required('email')],
  ['forgotten password, no address', forgotPasswordBody, { email: 'x' }, notValid],
  ['reset, no address', resetPasswordBody, { ...reset, email: 'x' }, notValid],
  [
    'reset, empty',
    resetPasswordBody,
    { ...reset, email: '', password: '', password_confirmation: '' },
    required('email', 'password', 'password_confirmation'),
  ],
  [
    'reset, seven characters',
    resetPasswordBody,
    { ...reset, password: '1234567', password_confirmation: '1234567' },
    { password: [tooShort], password_confirmation: [confirmationTooShort] },
  ],
  [
    'reset, a confirmation of seven characters',
    resetPasswordBody,
    { ...reset, password_confirmation: '1234567' },
    { password_confirmation: [confirmationTooShort, 'The passwords do not match'] },
  ],
  ['reset, eight characters', resetPasswordBody, reset, null],
  ['forwarding a mail, empty', forwardMailForm, { email: ' ' }, required('email')],
  ['forwarding a mail, whatever the address looks like', forwardMailForm, { email: 'x' }, null],
  ['rule, empty', createRuleBody, { ...rule, name: '', email: '' }, required('name', 'email')],
  ['rule, no address', createRuleBody, { ...rule, email: 'x' }, notValid],
  ['rule, without patterns', createRuleBody, rule, null],
  [
    'rule, with a pattern that is too long',
    createRuleBody,
    { ...rule, rules: { from: 'a'.repeat(321) } },
    { 'rules.from': ['From must be at most 320 characters'] },
  ],
  ['rule, with patterns', createRuleBody, { ...rule, rules: { from: '*@a', subject: 'b' } }, null],
  [
    'password change, empty',
    changePasswordForm,
    { current_password: '', password: '', password_confirmation: '' },
    {
      ...required('current_password', 'password_confirmation'),
      password: ['New password is a required field'],
    },
  ],
  [
    'password change, seven characters',
    changePasswordForm,
    { ...change, password: '1234567', password_confirmation: '1234567' },
    { password: [`New p${tooShort.slice(1)}`], password_confirmation: [confirmationTooShort] },
  ],
  [
    'password change, two passwords: no rule of the form',
    changePasswordForm,
    { ...change, password_confirmation: '123456789' },
    null,
  ],
  [
    'password change, two passwords: the rule of the server',
    changePasswordBody,
    { ...change, password_confirmation: '123456789' },
    { password_confirmation: ['The passwords do not match'] },
  ],
  ['password change, eight characters', changePasswordBody, change, null],
  ['deletion of account or team, empty', passwordBody, { password: '' }, required('password')],
  ['deletion of account or team', passwordBody, { password: 'x' }, null],
  ['profile, empty', updateProfileBody, { name: '', email: '' }, required('name', 'email')],
  ['profile, no address', updateProfileBody, { name: 'Ada', email: 'x' }, notValid],
  ['profile', updateProfileBody, { name: 'Ada', email }, null],
  ['invite, empty', inviteBody, { email: '' }, required('email')],
  ['invite, no address', inviteBody, { email: 'mary' }, notValid],
  ['invite', inviteBody, { email }, null],
]

test.each(cases)('%s', (_, schema, values, errors) => {
  const checked = validate(schema, values)
  expect(checked.ok ? null : checked.errors).toEqual(errors)
})
