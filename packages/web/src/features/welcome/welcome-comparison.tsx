const cases: { title: string; text: string }[] = [
  {
    title: 'It is only you, on one machine',
    text: 'Mailpit or MailDev start without an account or a login. Mailstop asks for one, because it keeps teams apart.',
  },
  {
    title: 'You test how mail clients render',
    text: 'Mailpit rates HTML and links, and hosted services take pictures in real clients. Mailstop shows what a browser shows.',
  },
  {
    title: 'You send to real customers',
    text: 'That takes a delivery service. Mailstop catches: what reaches people is only what a person or a rule forwards.',
  },
]

/** When something else serves better: whoever chooses should not find out later. */
export function WelcomeComparison() {
  return (
    <section aria-labelledby="elsewhere" className="border-t border-line py-14">
      <h2 id="elsewhere" className="text-xl font-[620] tracking-[-0.018em]">
        Use something else when
      </h2>
      <div className="mt-5 grid gap-x-10 gap-y-7 tablet:grid-cols-3">
        {cases.map(({ title, text }) => (
          <div key={title}>
            <h3 className="font-[550]">{title}</h3>
            <p className="mt-1 text-pretty text-ink-2">{text}</p>
          </div>
        ))}
      </div>
    </section>
  )
}
