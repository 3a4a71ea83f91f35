import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountsOn, serve } from '../../../test/support/accounts-on.ts'
import { createBrowser } from '../../../test/clients/browser.ts'
import { describeAlike } from '../../../test/support/databases.ts'

const password = 'correct horse'
const ann = { name: 'Ann', email: 'ann@example.com', password, password_confirmation: password }

describeAlike('over HTTP', (openDatabase) => {
  async function setUp() {
    const parts = accountsOn(await openDatabase())
    const port = await serve(parts)
    return { ...parts, port, browser: createBrowser(port) }
  }

  test('a user signs up, verifies the address, logs in and logs out', async () => {
    const { browser, lastToken } = await setUp()
    const created = await browser.post('/register', ann)
    expect(created.json).toEqual({ message: 'Account created successfully' })
    expect(browser.cookies.has('mailstop_session')).toBe(false)

    const login = await browser.post('/login', { email: ann.email, password, remember: true })
    expect(login.json).toEqual({ message: 'Logged in', email_verified_at: null })
    expect(login.setCookies[0]).toMatch(/^mailstop_session=[\w-]{43}; Max-Age=5184000;/)
    expect(login.setCookies.at(-1)).toMatch(
      /^mailstop_browser=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect((await browser.request('GET', '/api/teams')).json).toMatchObject({ code: 'unverified' })

    const verified = await browser.post(`/api/email-verification/${lastToken()}`)
    expect(verified.json).toEqual({ message: 'Email address verified successfully' })
    const profile = await browser.request('GET', '/api/profile')
    expect(profile.json).toMatchObject({
      data: { name: 'Ann', email: ann.email, email_verified_at: expect.stringMatching(/Z$/) },
    })
    expect(profile.text).not.toMatch(/password_hash|argon2|email_key/)
    expect((await browser.request('GET', '/api/teams')).json).toMatchObject({
      data: [{ name: 'Ann', type: 'personal', smtp_ports: '2525' }],
    })

    expect((await browser.post('/logout')).json).toEqual({ message: 'Logged out' })
    expect((await browser.request('GET', '/api/profile')).status).toBe(401)
    expect((await browser.post('/logout')).status).toBe(200)
  })

  test('registering twice answers byte for byte alike', async () => {
    const { browser } = await setUp()
    const first = await browser.post('/register', ann)
    const second = await browser.post('/register', { ...ann, name: 'Eve' })
    expect([second.status, second.text]).toEqual([first.status, first.text])
    expect(second.setCookies).toEqual(first.setCookies)
  })

  test('a session planted before logging in is not the one that is logged in', async () => {
    const { browser, port } = await setUp()
    await browser.post('/register', ann)
    browser.cookies.set('mailstop_session', 'planted')
    await browser.post('/login', { email: ann.email, password })
    const first = browser.cookies.get('mailstop_session')
    expect(first).not.toBe('planted')
    await browser.post('/login', { email: ann.email, password })
    expect(browser.cookies.get('mailstop_session')).not.toBe(first)
    const thief = createBrowser(port)
    thief.cookies.set('mailstop_session', first ?? '')
    expect((await thief.request('GET', '/api/profile')).status).toBe(401)
  })

  test('every problem of a form is reported at its field', async () => {
    const { browser } = await setUp()
    const register = await browser.post('/register', {
      email: 'nope',
      password: 'short',
      password_confirmation: 'other',
    })
    expect(register.json).toMatchObject({
      errors: {
        name: ['Name is a required field'],
        email: ['field is not valid'],
        password: ['Password must be at least 8 characters'],
        password_confirmation: [
          'Confirm password must be at least 8 characters',
          'The passwords do not match',
        ],
      },
    })
    await browser.post('/register', ann)
    const login = await browser.post('/login', { email: ann.email, password: 'wrong' })
    expect([login.status, login.json]).toMatchObject([
      422,
      { errors: { email: ['These credentials do not match our records.'] } },
    ])
  })

  test('a password changed in one browser signs out the other', async () => {
    const { browser, port } = await setUp()
    await browser.post('/register', ann)
    const other = createBrowser(port)
    for (const each of [browser, other]) await each.post('/login', { email: ann.email, password })
    const fresh = { password: 'battery staple', password_confirmation: 'battery staple' }
    const body = { current_password: password, ...fresh }
    const changed = await browser.request('PUT', '/user/password', { body })
    expect(changed.json).toEqual({ message: 'Password updated successfully' })
    expect((await browser.request('GET', '/api/profile')).status).toBe(200)
    expect((await other.request('GET', '/api/profile')).status).toBe(401)
  })

  test('a forgotten password is reset by the link that was mailed', async () => {
    const { browser, lastToken, printed } = await setUp()
    await browser.post('/register', ann)
    const known = await browser.post('/forgot-password', { email: ann.email })
    const link = printed.at(-1)
    const unknown = await browser.post('/forgot-password', { email: 'eve@example.com' })
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
    expect(link).toContain('?email=ann%40example.com')
    const fresh = { password: 'battery staple', password_confirmation: 'battery staple' }
    const token = lastToken('reset-password')
    const reset = await browser.post('/reset-password', { token, email: ann.email, ...fresh })
    expect(reset.status).toBe(200)
    const login = await browser.post('/login', { email: ann.email, password: fresh.password })
    expect(login.status).toBe(200)
  })

  test('an account is renamed, moved to another address and deleted', async () => {
    const { browser, lastToken } = await setUp()
    await browser.post('/register', ann)
    await browser.post('/login', { email: ann.email, password })
    const resent = await browser.post('/email/verification-notification')
    expect(resent.json).toEqual({
      message:
        'A new verification link has been sent to the email address you provided during registration.',
    })
    const body = { name: 'Ann Lee', email: 'lee@example.com' }
    const asked = await browser.request('PATCH', '/api/profile', { body: { ...body, password } })
    expect(asked.json).toMatchObject({
      data: { name: 'Ann Lee', email: ann.email, pending_email: body.email },
    })
    const again = await browser.post('/email/verification-notification')
    expect(again.json).toEqual({
      message: 'A new verification link has been sent to lee@example.com.',
    })
    await browser.post(`/api/email-verification/${lastToken()}`)
    const moved = await browser.request('GET', '/api/profile')
    expect(moved.json).toMatchObject({
      data: { ...body, pending_email: null, email_verified_at: expect.any(String) },
    })
    const deleted = await browser.request('DELETE', '/api/profile', { body: { password } })
    expect(deleted.status).toBe(200)
    expect(browser.cookies.has('mailstop_session')).toBe(false)
    expect((await browser.post('/login', { email: body.email, password })).status).toBe(422)
  })

  test('no body, however odd, is more than a refusal', async () => {
    const { browser, clock } = await setUp()
    await browser.request('GET', '/sanctum/csrf-cookie')
    const odd = fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary' }),
      fc
        .dictionary(fc.constantFrom(...Object.keys(ann), 'token', '__proto__'), oddValue)
        .map(toJson),
    )
    const path = fc.constantFrom('/register', '/login', '/forgot-password', '/reset-password')
    await fc.assert(
      fc.asyncProperty(path, odd, async (where, body) => {
        clock.time += 60 * 60_000
        const { status, json } = await browser.request('POST', where, { body })
        expect(status < 300 || (status >= 400 && status < 500)).toBe(true)
        expect(json).toHaveProperty('message')
      }),
      { numRuns: 150 },
    )
  })
})

const toJson = (value: unknown) => JSON.stringify(value)
const oddValue = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.emailAddress(),
  fc.constantFrom(null, 0, [], {}, 'ann@example.com\u0000', '\ud800@example.com', password),
)
