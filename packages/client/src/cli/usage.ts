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
  smtp    prints how an app sends mail to the team, with --env for eval

Which mail: --to, --from, --subject, --q, --tag, --after

MAILSTOP_URL is where Mailstop is (http://localhost:8025), MAILSTOP_TOKEN an API token.
Exit codes: 0 done, 1 failed, 2 wrong usage, 4 no such mail; the standard error then lists what arrived.
`
