import type { Team } from '@mailstop/contract'
import { Eye, EyeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { hiddenSecret } from './hidden-secret.ts'
import { tlsText, type SmtpPorts } from './smtp-ports.ts'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'

type CredentialsListProps = {
  team: Team
  codeLabel: string
  ports: SmtpPorts
  revealed: boolean
  onReveal: (revealed: boolean) => void
}

export function CredentialsList(props: CredentialsListProps) {
  const { team, codeLabel, ports, revealed, onReveal } = props
  const first = ports.all[0]
  const pop3 = team.pop3_ports.split(',')
  const portsText = `${pop3.length > 1 ? 'ports' : 'port'} ${pop3.join(', ')}`
  return (
    <dl className="m-0 rounded-lg border border-line bg-surface">
      <CopyField label="Username" value={team.smtp_username} />
      <CopyField
        label="Password"
        value={team.smtp_password}
        // A user who reveals it wants to see all of it.
        shown={revealed ? <Whole text={team.smtp_password} /> : hiddenSecret}
      >
        <IconButton
          label={revealed ? 'Hide password' : 'Show password'}
          icon={revealed ? <EyeOff /> : <Eye />}
          onClick={() => onReveal(!revealed)}
        />
      </CopyField>
      <CopyField label="Server" value={team.smtp_server} />
      {first === undefined ? (
        <PlainField label={ports.label} value={ports.text} />
      ) : (
        <CopyField label={ports.label} value={String(first.port)} shown={ports.text} />
      )}
      <PlainField label="Encryption" value="TLS Available" />
      {first && <PlainField label="By port" value={tlsText(ports, team.smtp_self_signed)} />}
      {team.pop3_ports !== '' && (
        <PlainField
          label="POP3"
          value={`Mail programs read this inbox at ${portsText}, with the same login`}
        />
      )}
      <CopyField label={codeLabel} value={team.code} />
      {team.mail_domain !== null && <CopyField label="Mail domain" value={team.mail_domain} />}
    </dl>
  )
}

/** Wrapped rather than cut off. */
function Whole({ text }: { text: string }) {
  return <span className="whitespace-normal [overflow-wrap:anywhere]">{text}</span>
}

/** Something to know rather than to copy. */
function PlainField({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex min-h-10 items-center gap-3 border-b border-line px-3 py-1 last:border-b-0">
      <dt className="w-28 flex-none text-sm text-ink-3">{label}</dt>
      <dd className="m-0 text-sm text-ink">{value}</dd>
    </div>
  )
}

type CopyFieldProps = {
  label: string
  value: string
  /** Shown in place of the value, for example dots for a password. */
  shown?: ReactNode
  children?: ReactNode
}

/** A labelled value in mono, one click from the clipboard. Use within a `<dl>`. */
function CopyField({ label, value, shown, children }: CopyFieldProps) {
  return (
    <div className="flex min-h-10 items-center gap-3 border-b border-line px-3 py-1 last:border-b-0">
      <dt className="w-28 flex-none text-sm text-ink-3">{label}</dt>
      <dd className="flex min-w-0 flex-1 items-center gap-1">
        <span
          className="min-w-0 flex-1 truncate font-mono text-sm text-ink"
          title={shown === undefined ? value : undefined}
        >
          {shown ?? value}
        </span>
        {children}
        <CopyButton text={value} label={`Copy ${label.toLowerCase()}`} />
      </dd>
    </div>
  )
}
