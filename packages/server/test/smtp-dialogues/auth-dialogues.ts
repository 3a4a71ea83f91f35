import { authPlain, password, username } from '../clients/smtp-harness.ts'
import { ehlo, type Dialogue, type Exchange } from './states.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

const xoauth2 = (token: string) => base64(`user=${username}\u0001auth=Bearer ${token}\u0001\u0001`)

const wrong = base64('\0team-7\0wrong')
export const authDialogues: Dialogue[] = [
  ['PLAIN with an initial response', [authPlain(), '235 2.7.0']],
  [
    'PLAIN after a challenge',
    ['AUTH PLAIN', '334 '],
    [base64(`\0${username}\0${password}`), '235'],
  ],
  ['plain in lower case', ['auth plain', '334 '], [base64(`\0${username}\0${password}`), '235']],
  ['PLAIN as the user itself', [`AUTH PLAIN ${base64(`u\0u\0${password}`)}`, '235']],
  ['PLAIN as somebody else', [`AUTH PLAIN ${base64(`v\0u\0${password}`)}`, '501 5.5.2']],
  [
    'LOGIN',
    ['AUTH LOGIN', '334 VXNlcm5hbWU6'],
    [base64(username), '334 UGFzc3dvcmQ6'],
    [base64(password), '235'],
  ],
  [
    'LOGIN with an initial response',
    [`AUTH LOGIN ${base64(username)}`, '334 UGFz'],
    [base64(password), '235'],
  ],
  [
    'LOGIN with an empty initial response',
    ['AUTH LOGIN =', '334 UGFz'],
    [base64('no'), '535 5.7.8'],
  ],
  ['LOGIN with empty answers', ['AUTH LOGIN', '334 VXNl'], ['', '334 UGFz'], ['', '535 5.7.8']],
  ['PLAIN with an empty initial response', ['AUTH PLAIN =', '501 5.5.2']],
  ['PLAIN with an empty answer', ['AUTH PLAIN', '334 '], ['', '501 5.5.2']],
  ['PLAIN cancelled', ['AUTH PLAIN', '334 '], ['*', '501 5.7.0'], ['NOOP', '250']],
  ['LOGIN cancelled at the name', ['AUTH LOGIN', '334 '], ['*', '501 5.7.0'], ['NOOP', '250']],
  [
    'LOGIN cancelled at the password',
    ['AUTH LOGIN dQ==', '334 '],
    ['*', '501 5.7.0'],
    ['NOOP', '250'],
  ],
  ['PLAIN that is not base64', ['AUTH PLAIN %%%%', '501 5.5.2']],
  ['PLAIN with base64 cut short', ['AUTH PLAIN AHVzZ', '501 5.5.2']],
  ['PLAIN with one NUL', [`AUTH PLAIN ${base64('u\0p')}`, '501 5.5.2']],
  ['PLAIN with three NULs', [`AUTH PLAIN ${base64('\0u\0p\0x')}`, '501 5.5.2']],
  ['LOGIN with a NUL in the name', ['AUTH LOGIN', '334 '], [base64('u\0x'), '501 5.5.2']],
  ['LOGIN with a NUL in the password', ['AUTH LOGIN dQ==', '334 '], ['AA==', '501 5.5.2']],
  ['two initial responses', ['AUTH PLAIN AAAA AAAA', '501 5.5.2']],
  ['no mechanism', ['AUTH', '501 5.5.4']],
  ['CRAM-MD5 with an initial response', ['AUTH CRAM-MD5 AAAA', '501 5.7.0']],
  ['CRAM-MD5 without a digest', ['AUTH CRAM-MD5', '334 '], [base64(username), '501 5.5.2']],
  [
    'CRAM-MD5 with a wrong digest',
    ['AUTH CRAM-MD5', '334 '],
    [base64(`${username} ${'0'.repeat(32)}`), '535 5.7.8'],
  ],
  ['CRAM-MD5 cancelled', ['AUTH CRAM-MD5', '334 '], ['*', '501 5.7.0'], ['NOOP', '250']],
  ['XOAUTH2', [`AUTH XOAUTH2 ${xoauth2(password)}`, '235 2.7.0']],
  ['XOAUTH2 after a challenge', ['AUTH XOAUTH2', '334 '], [xoauth2(password), '235 2.7.0']],
  ['XOAUTH2 with a wrong token', [`AUTH XOAUTH2 ${xoauth2('wrong')}`, '535 5.7.8']],
  ['XOAUTH2 without a token', [`AUTH XOAUTH2 ${base64('user=u\u0001\u0001')}`, '501 5.5.2']],
  ['an unknown mechanism', ['AUTH GSSAPI', '504 5.5.4']],
  ['a mechanism beyond ASCII', ['AUTH LOG\u0131N', '504 5.5.4']],
  ['a mechanism of the object prototype', ['AUTH constructor', '504 5.5.4']],
  ['wrong, then right', [`AUTH PLAIN ${wrong}`, '535 5.7.8'], [authPlain(), '235']],
  ['twice', [authPlain(), '235'], [authPlain(), '503 5.5.1']],
  [
    'three times wrong',
    [`AUTH PLAIN ${wrong}`, '535 5.7.8'],
    [`AUTH PLAIN ${wrong}`, '535 5.7.8'],
    [`AUTH PLAIN ${wrong}`, '535', '421 4.7.0'],
  ],
  ['a line as long as allowed', [`AUTH PLAIN ${'A'.repeat(12_272)}`, '501 5.5.2']],
  ['a line too long', [`AUTH PLAIN ${'A'.repeat(12_276)}`, '500 5.5.2'], ['NOOP', '250']],
  ['an answer as long as allowed', ['AUTH PLAIN', '334'], ['A'.repeat(12_284), '501 5.5.2']],
  ['an answer too long', ['AUTH PLAIN', '334'], ['A'.repeat(12_288), '500 5.5.6'], ['NOOP', '250']],
  ['an answer with a bare LF', ['AUTH PLAIN', '334'], ['AAAA\nNOOP', '500 5.5.2'], ['NOOP', '250']],
].map(([title, ...steps]) => ({
  title: `AUTH ${title as string}`,
  steps: [ehlo, ...(steps as Exchange[])],
}))
