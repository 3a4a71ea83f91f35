import type { Mail } from '@mailstop/contract'

type Shown = Pick<Mail, 'headers' | 'envelope' | 'login'>

/** All headers in the order of the source, and the SMTP envelope with the login before it. */
export function MailHeaders({ headers, envelope, login }: Shown) {
  return (
    <div className="grid gap-6">
      <Fields label="Headers" fields={headers} />
      <Fields
        label="SMTP envelope"
        fields={[
          ...(login === null ? [] : [{ name: 'AUTH', value: login }]),
          { name: 'MAIL FROM', value: envelope.from || '<>' },
          ...envelope.to.map((value) => ({ name: 'RCPT TO', value })),
        ]}
      />
    </div>
  )
}

function Fields({ label, fields }: { label: string; fields: { name: string; value: string }[] }) {
  return (
    <section aria-label={label}>
      <h2 className="m-0 mb-1.5 text-xs font-[550] text-ink-3">{label}</h2>
      <dl className="m-0 overflow-hidden rounded-md border border-line font-mono text-sm">
        {fields.map(({ name, value }, index) => (
          <div
            key={index}
            className="grid grid-cols-[min(200px,28%)_minmax(0,1fr)] gap-4 border-b border-line px-3 py-1.5 last:border-b-0 max-tablet:grid-cols-1 max-tablet:gap-0"
          >
            <dt className="text-ink-3 [overflow-wrap:anywhere]">{name}</dt>
            <dd className="m-0 whitespace-pre-wrap text-ink [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
