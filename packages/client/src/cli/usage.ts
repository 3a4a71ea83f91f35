export const usage = `mailstop-client <command> [options]

  wait    waits for a mail and prints it as JSON
            --code         its code instead
            --link [re]    its first link, or the first one that matches
            --text         its text
            --timeout 60   seconds, 20 without it
  latest  prints the newest mail, or its --text, without waiting
  marker  prints a marker of this moment, for --after
  open    prints the address of the newest mail in the web app, and opens it from a terminal
  send    puts the mail of a file, or - for the input, into the inbox, and prints its id
            --to, --from   its envelope
  check   checks the newest mail, or the mail of a file that it puts into the inbox, and prints what it found
            --fail-on warn   fail without it, or info: exit code 5 where something as bad is found
            --ignore size.gmail-clip,accessibility   rules and sections that do not count
            --all            all that meet the conditions, 100 at most, in place of the newest
            --format json    or junit
  guards  prints mail that breaks guards of the team, once all is judged; exit code 5 where there is some
  smtp    prints how an app sends mail to the team, or to an --inbox, with --env for eval
  inboxes   lists the inboxes of the team
            create <name> --expires-in '3 days'   makes one, or takes it where it is there, and prints
                              how an app sends mail to it, with --env for eval
            credentials <name>   prints the same
            rotate <name> --grace 1   gives it a new password; the old one works for 0, 1 or 24 hours
            end <name>     ends it with its mail
  scenarios   lists failures on purpose: those of the team, the presets, and what is on
            start <name> --inbox main --seconds 300 --seed one   lets SMTP fail in an inbox, for an hour without --seconds
            stop <name>, reset <name>   ends it, or lets it count from zero
  drill     <name> --seconds 180 --watch 300 --inbox main --seed one   lets SMTP fail, then says which mail was lost, came late or came twice
            --header X-Job   the field by which the app names its mails
            --format text, json, markdown or junit; ends with 5 where it has a failure
  webhooks  lists the webhooks of the team
            test <name>    sends an example to it now; exit code 5 where it does not work
            replay <name>  sends again what failed, and prints how many that were

Which mail: --to, --from, --subject, --q, --tag, --inbox, --after

MAILSTOP_URL is where Mailstop is (http://localhost:8025), MAILSTOP_TOKEN an API token.
Exit codes: 0 done, 1 failed, 2 wrong usage, 4 no such mail, 5 faults found; the standard error then lists what arrived.
`
