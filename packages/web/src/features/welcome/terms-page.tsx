import { getTerms } from '@mailstop/contract'
import { NoticePage } from './notice-page.tsx'

export function TermsPage() {
  return <NoticePage title="Terms" endpoint={getTerms} standard={standardTerms} />
}

const standardTerms = `
Mailstop is software that anyone may run. The operator of this server decides who may use it and for
what. Ask them when you are in doubt; they can put their own words in place of these.

# What it is for

It catches the mail of apps in development, so that it reaches nobody else. Do not send it mail that
you have no right to show to your team, and do not forward mail to people who have not asked for it.

# What to expect

- Mail may be deleted: by any member of its team, and after a time or beyond a number that the
  operator may have set. Keep elsewhere what must not be lost.
- The operator can end accounts and teams, and can take the server down.
- The software is provided under the MIT license: free of charge, as is, and without warranty of any kind.
`
