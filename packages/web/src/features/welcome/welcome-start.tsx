const steps = [
  ['Create an account', 'You get an inbox and SMTP credentials of your own. Invite your team.'],
  [
    'Point your app at them',
    'Any language, any framework. Code for fifteen of them is there to be copied.',
  ],
  [
    'Send a mail',
    'It is in the inbox, open in front of your team, before you have switched windows.',
  ],
] as const

export function WelcomeStart() {
  return (
    <section
      aria-labelledby="start"
      className="grid gap-x-12 gap-y-8 border-t border-line py-14 desktop:grid-cols-2"
    >
      <div>
        <h2 id="start" className="text-xl font-[620] tracking-[-0.018em]">
          Four lines of configuration
        </h2>
        <ol className="mt-5 grid gap-4">
          {steps.map(([title, text], index) => (
            <li key={title} className="flex gap-3.5">
              <span
                aria-hidden
                className="num mt-px grid size-[22px] flex-none place-items-center rounded-full border border-line-strong text-xs font-[550] text-ink-2"
              >
                {index + 1}
              </span>
              <div>
                <h3 className="font-[550]">{title}</h3>
                <p className="text-pretty text-ink-2">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
      <SmtpExample />
    </section>
  )
}

const lines = [
  ['MAIL_HOST', 'mailstop.example'],
  ['MAIL_PORT', '2525'],
  ['MAIL_USERNAME', 'your team’s username'],
  ['MAIL_PASSWORD', 'your team’s password'],
] as const

/** What an app is given, as its environment file would hold it. */
function SmtpExample() {
  return (
    <figure className="self-center overflow-hidden rounded-lg border border-line bg-surface">
      <figcaption className="border-b border-line px-4 py-2 font-mono text-xs text-ink-3">
        .env
      </figcaption>
      <pre className="overflow-x-auto px-4 py-3.5 font-mono text-sm leading-6">
        {lines.map(([name, value]) => (
          <span key={name} className="block">
            <span className="text-ink-2">{name}</span>
            <span className="text-ink-3">=</span>
            <span className="text-accent">{value}</span>
          </span>
        ))}
      </pre>
    </figure>
  )
}
