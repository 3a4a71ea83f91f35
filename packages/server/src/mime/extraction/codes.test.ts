import { describe, expect, test } from 'vitest'
import { findCodes } from './codes.ts'
import { readHtml } from './html-contents.ts'
import { textLines } from './readable-lines.ts'

const ofText = (text: string, subject = 'Hello') =>
  findCodes({ subject, html: null, text: textLines(text) })
const ofHtml = (html: string) =>
  findCodes({ subject: 'Hello', html: readHtml(html).lines, text: null })

describe('a code', () => {
  test.each<[string, string, string]>([
    ['of digits', 'Your code: 4821', '4821'],
    ['before its label', '481209 is your verification code', '481209'],
    ['in groups', 'Use the one-time password 993-201 within 5 minutes.', '993201'],
    ['in three groups', 'Your code is 12 34 56.', '123456'],
    ['of single digits', 'Your code:\n4 8 2 9 1 3', '482913'],
    ['of letters and digits', 'Your code is K7Q2MX and lasts an hour', 'K7Q2MX'],
    ['of letters and digits in groups', 'Your passcode is AB3-9XK.', 'AB3-9XK'],
    ['of letters in groups', 'Enter the code: WDJB-MJHT', 'WDJB-MJHT'],
    ['in small letters behind its label', 'Your code: k7q2mx', 'k7q2mx'],
    ['like a year behind its label', 'Your OTP is 2024', '2024'],
    ['with zeros in front', 'Your PIN: 0042', '0042'],
    ['with the mark of its sender', 'G-482913 is your verification code', 'G-482913'],
    ['in the digits of another script', 'رمز التحقق: ٤٨٢٩١٣', '482913'],
    ['in full width', '認証コード：４８２９１３', '482913'],
    ['in emphasis', 'Your code is **482913**.', '482913'],
    ['in brackets', 'Your code is [482913]', '482913'],
    ['at the end of a sentence', 'Your code is 482913.', '482913'],
    ['on the line below its label', 'Your code\n\n482913\n\nThanks', '482913'],
    ['two lines below its label', 'The code is below.\nDo not share it.\n482913', '482913'],
    ['on the line above its label', '482913\nEnter this code on the page.', '482913'],
    ['with characters that nobody sees', 'Your code is 482\u200b913', '482913'],
    ['behind the word to type it', 'Saisissez 482913 pour continuer.', '482913'],
    ['that is to be used', 'Use 482913 to verify your email address.', '482913'],
    ['that is alone', 'To sign in, this is for you.\n\n482913', '482913'],
    ['for an account', 'The code for your account: 482913', '482913'],
    ['that confirms an order', 'Use this code to confirm your order: 482913', '482913'],
    ['beside an order', 'The code for order 48213 is 777123.', '777123'],
    ['beside an amount', 'The code to pay 450,00 EUR: 4829', '4829'],
    ['bound to an origin', 'Your code is 4829\n\n@example.com #731550', '731550'],
  ])('%s is found', (_, text, code) => {
    expect(ofText(text).code).toBe(code)
  })

  test('a number of things that are used is none', () => {
    expect(ofText('You may use 5000 points, or use 1200 MB more.').code).toBeNull()
  })

  test.each<[string, string]>([
    [
      'in one cell for each digit',
      '<table><tr><td>4</td><td>8</td><td>2</td><td>9</td></tr></table>',
    ],
    ['in one element for each digit', '<p><b>4</b><b>8</b><b>2</b><b>9</b></p>'],
    ['with spaces that do not break', '<p>4&nbsp;8&nbsp;2&nbsp;9</p>'],
    [
      'in the cell beside',
      '<table><tr><td>Valid</td><td>today</td></tr><tr><td>Code</td><td>4829</td></tr></table>',
    ],
    ['in preformatted text', '<pre>Hello\n4829\nBye</pre>'],
    ['in a block of its own', '<div><div style="font-size:40px">4829</div></div>'],
  ])('of html is found %s', (_, html) => {
    expect(ofHtml(`<p>Your code</p>${html}`).code).toBe('4829')
  })

  test.each<[string, string]>([
    ['of a coupon', 'Your promo code 482910 saves you 10%'],
    ['of a sale nearby', 'Winter sale!\nYour code is\nSNOW2026'],
    ['of a process', 'It ended with exit code 137123 in step 4'],
    ['of a town', 'We live at the postal code 80331'],
    ['of conduct', 'Since 2019 we have had a code of conduct, and in 2024 a new one.'],
    ['within a word', 'A pinned barcode, encoded 123456'],
    ['of an amount', 'Confirm the payment of $48291'],
    ['of an amount in another currency', 'Confirm: 48291 Kč'],
    ['of an order', 'Confirm order 482910'],
    ['of an order on the line below', 'Log in to see your order number\n482910'],
    ['of a phone', 'Your code did not work? Call +44 20794'],
    ['of a card', 'To confirm, use the card •••• 4821'],
    ['of a duration', 'The code lasts 1440 minutes'],
    ['of a date', 'The code is valid until 2026-11-23'],
    ['of a time', 'The code was made at 10:4829'],
    ['of an address', 'Your code is at https://a.test/482913?code=731550'],
    ['of an email address', 'Your code was sent to 482913@customer.test'],
    ['of a colour', 'The code of this grey: #482913'],
    ['of a year', 'Sign in\n2026'],
    ['of a credit card', 'Your code: 4111 1111 1111 1111'],
    ['of an identifier', 'Your code: 550e8400-e29b-41d4-a716-446655440000'],
    ['alone, where there are two', 'Sign in\n48213\n77120'],
    ['alone, in a mail about something else', 'Hello\n48213'],
    ['of a format', 'The code is in UTF-8 and SHA-256'],
  ])('is none %s', (_, text) => {
    expect(ofText(text)).toMatchObject({ code: null, codes: [] })
  })
})

describe('codes', () => {
  test('say by which rule they were found, the best first', () => {
    const { code, codes } = findCodes({
      subject: '730 418 is your Harbour code',
      html: ['Type it:', 'Your code is 730 418'],
      text: ['Your one-time password: 730-418'],
    })
    expect(code).toBe('730418')
    expect(codes).toEqual([
      {
        value: '730418',
        shown: '730 418',
        rule: 'labelled',
        part: 'html',
        label: 'code',
        position: 0,
      },
      {
        value: '730418',
        shown: '730-418',
        rule: 'labelled',
        part: 'text',
        label: 'one-time password',
        position: 0,
      },
      {
        value: '730418',
        shown: '730 418',
        rule: 'subject',
        part: 'subject',
        label: 'code',
        position: 0,
      },
    ])
  })

  test('that are equally certain leave the one code open', () => {
    const { code, codes } = ofText('Your codes: 482913 or 771203')
    expect(code).toBeNull()
    expect(codes.map(({ value, position }) => [value, position])).toEqual([
      ['482913', 0],
      ['771203', 1],
    ])
  })

  test('directly behind a label count before those that are only near one', () => {
    const { code, codes } = ofText('A code was asked for from 88213 places. Your code is 482913.')
    expect(code).toBe('482913')
    expect(codes[0]?.value).toBe('482913')
  })

  test('of the text and of the html that differ are both listed', () => {
    const found = findCodes({ subject: '', html: ['Your code: 1111'], text: ['Your code: 2222'] })
    expect(found.code).toBeNull()
    expect(found.codes.map(({ value }) => value)).toEqual(['1111', '2222'])
  })

  test('bound to an origin hold no control characters', () => {
    expect(ofText('Your code is 4829\n\n@example.com #\u001b[2J731550').code).toBe('4829')
  })

  test('are at most 50, and more are said to be cut', () => {
    const lines = Array.from({ length: 60 }, (_, index) => `Your code: ${100_000 + index}`)
    const { codes, isCut } = findCodes({ subject: '', html: null, text: lines })
    expect(codes).toHaveLength(50)
    expect(isCut).toBe(true)
  })

  test('behind thousands of other numbers are not looked for, which is said', () => {
    const lines = [
      ...Array.from({ length: 5_000 }, (_, index) => `Order ${10_000 + index}`),
      'Your code: 482913',
    ]
    expect(findCodes({ subject: '', html: null, text: lines })).toEqual({
      code: null,
      codes: [],
      isCut: true,
    })
  })
})
