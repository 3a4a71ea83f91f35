import { harbourlight, larkspur } from '../brands.ts'
import { dana, days, hours, type DemoMail } from '../demo-mail.ts'
import { button, letter, rows, small, soft } from '../letter.ts'

const from = { name: 'Larkspur', address: 'hello@larkspur.test' }

const signInCode: DemoMail = {
  minutesAgo: 9,
  mail: {
    from,
    to: 'qa+login@mailstop.test',
    subject: 'Your sign-in code is 730 418',
    text: 'Your sign-in code is 730 418. It works once, for ten minutes.\n',
    html: letter(larkspur, {
      preview: 'It works once, for ten minutes.',
      body: `<h1>Your sign-in code</h1>
${soft('Enter it in the window where you asked for it.')}
<div style="margin:4px 0 20px;padding:18px 0;border-radius:12px;background:#f2f1fb;color:#33298f;text-align:center;font:700 34px/1 ui-monospace,Menlo,Consolas,monospace;letter-spacing:0.14em">730&#8202;418</div>
${small('It works once, for ten minutes. If you did not ask for it, someone mistyped their address and you can ignore this.')}`,
    }),
  },
}

const passwordReset: DemoMail = {
  minutesAgo: 52,
  mail: {
    from,
    to: dana,
    subject: 'Reset your password',
    text: 'Choose a new password within the hour:\nhttps://larkspur.test/reset/9f2c61\n',
    html: letter(larkspur, {
      preview: 'The link works for one hour.',
      body: `<h1>Forgot your password?</h1>
<p>It happens. Choose a new one within the hour.</p>
${button(larkspur, 'Choose a new password', 'https://larkspur.test/reset/9f2c61')}
${small('If the button does nothing, open this address:<br><a href="https://larkspur.test/reset/9f2c61" style="color:#5a4fcf;word-break:break-all">https://larkspur.test/reset/9f2c61</a>')}`,
    }),
  },
}

const invitation: DemoMail = {
  minutesAgo: hours + 21,
  mail: {
    from: { name: 'Mina Okafor via Larkspur', address: 'invitations@larkspur.test' },
    to: 'new.person@customer.example',
    replyTo: { name: 'Mina Okafor', address: 'mina@larkspur.test' },
    subject: 'Mina invited you to the workspace “Orchard”',
    html: letter(larkspur, {
      preview: 'Seven people plan the harvest festival there.',
      body: `<table role="presentation" cellpadding="0" cellspacing="0" style="margin-bottom:18px"><tr>
<td style="width:44px;height:44px;border-radius:22px;background:#e7e4fb;color:#4138a8;text-align:center;font-weight:700">MO</td>
<td style="padding-left:12px"><b>Mina Okafor</b><br><span class="soft" style="color:#646b78;font-size:13px">mina@larkspur.test</span></td></tr></table>
<h1>Join “Orchard” on Larkspur</h1>
${soft('Seven people plan the harvest festival there. Mina would like you to be the eighth.')}
${button(larkspur, 'Join the workspace', 'https://larkspur.test/invitations/4be1')}
${small('The invitation is for new.person@customer.example and lasts seven days.')}`,
    }),
  },
}

const confirmAddress: DemoMail = {
  minutesAgo: 3 * hours + 5,
  mail: {
    from,
    to: { name: '佐藤花子', address: 'hanako@customer.example' },
    subject: 'Confirm your email address',
    html: letter(larkspur, {
      preview: 'One click, and you can begin.',
      body: `<h1>Welcome, 花子</h1>
<p>Confirm that this is your address, and you can begin.</p>
${button(larkspur, 'Confirm my address', 'https://larkspur.test/confirm/77aa01')}`,
    }),
  },
}

const newDevice: DemoMail = {
  minutesAgo: days + 4 * hours,
  mail: {
    from: { name: 'Harbourlight', address: 'security@harbourlight.test' },
    to: dana,
    subject: 'New sign-in from Lisbon',
    html: letter(harbourlight, {
      preview: 'If it was you, there is nothing to do.',
      body: `<h1>Someone signed in as you</h1>
${soft('If it was you, there is nothing to do.')}
${rows([
  ['Where', 'Lisbon, Portugal'],
  ['With', 'Firefox on Linux'],
  ['Address', '203.0.113.77'],
])}
${button(harbourlight, 'It was not me', 'https://harbourlight.test/security/lock')}`,
    }),
  },
}

const magicLink: DemoMail = {
  minutesAgo: 2 * days + 3 * hours,
  mail: {
    from: 'no-reply@ledger.example',
    to: 'qa+magic@mailstop.test',
    subject: 'Your link to log in',
    text: 'Hello,\n\nopen this link on the device where you want to log in. It works once.\n\n  https://ledger.example/enter?key=Qm9vayBvZiBob3Vycw\n\nNobody from Ledger will ever ask you for it.\n',
  },
}

export const accountMails: DemoMail[] = [
  signInCode,
  passwordReset,
  invitation,
  confirmAddress,
  newDevice,
  magicLink,
]
