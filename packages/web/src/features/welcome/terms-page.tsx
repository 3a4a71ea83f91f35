import { NoticePage } from './notice-page.tsx'

export function TermsPage() {
  return (
    <NoticePage title="Terms">
      <p>
        Mailstop is software that anyone may run. Whoever runs this server decides who may use it
        and for what; ask them if you are in doubt.
      </p>
      <p>
        The software is given under the MIT licence: free of charge, as it is, and without a
        warranty of any kind.
      </p>
      <p>
        It is made for the mail of apps in development. Do not send it mail that you have no right
        to show to your team, and do not forward mail to people who have not asked for it.
      </p>
    </NoticePage>
  )
}
