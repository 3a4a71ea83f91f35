import { expect, test } from 'vitest'
import { signInCode } from './sign-in-code.ts'

test.each<[string, string, string | null]>([
  ['Your sign-in code is 481 209', '', '481209'],
  ['Your code: 4821', '', '4821'],
  ['481209 is your verification code', '', '481209'],
  ['Sign in', 'Enter this code:\n\n  7391 \n\nIt expires in 10 minutes.', '7391'],
  ['Sign in', 'Use the one-time password 993-201 within 5 minutes.', '993201'],
  ['Sign in', 'Your passcode is AB3-9XK.', 'AB3-9XK'],
  ['Sign in', 'Your code is K7Q2MX and lasts an hour', 'K7Q2MX'],
  ['Sign in', 'Your OTP is 2024', '2024'],
  ['Sign in', 'Your PIN: 0042', '0042'],
  ['Welcome', 'Your promo code 482910 saves you 10%', null],
  ['Deploy failed', 'It ended with exit code 137123 in step 4', null],
  ['Visit us', 'We live at the postal code 80331', null],
  ['Our code of conduct', 'Since 2019 we have had one, and in 2024 a new one.', null],
  ['Invoice 482910', 'You owe us $48291', null],
  ['Order 482910 shipped', 'It comes tomorrow', null],
  ['Report', 'A pinned barcode, encoded 123456', null],
  ['', '', null],
])('a mail with subject %s and text %s has the code %s', (subject, text, code) => {
  expect(signInCode(subject, text)).toBe(code)
})
