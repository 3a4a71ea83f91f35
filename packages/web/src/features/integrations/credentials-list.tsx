import type { Team } from '@mailstop/contract'
import { Eye, EyeOff } from 'lucide-react'
import { CopyField } from '../../ui/copy-field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { hiddenSecret } from './hidden-secret.ts'
import type { SmtpPorts } from './smtp-ports.ts'

type CredentialsListProps = {
  team: Team
  ports: SmtpPorts
  revealed: boolean
  onReveal: (revealed: boolean) => void
}

export function CredentialsList({ team, ports, revealed, onReveal }: CredentialsListProps) {
  return (
    <dl className="m-0 rounded-lg border border-line bg-surface">
      <CopyField label="Username" value={team.smtp_username} />
      <CopyField
        label="Password"
        value={team.smtp_password}
        shown={revealed ? team.smtp_password : hiddenSecret}
      >
        <IconButton
          label={revealed ? 'Hide password' : 'Show password'}
          icon={revealed ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          onClick={() => onReveal(!revealed)}
        />
      </CopyField>
      <CopyField label="Server" value={team.smtp_server} />
      {ports.first === null ? (
        <PlainField label={ports.label} value={ports.text} />
      ) : (
        <CopyField label={ports.label} value={String(ports.first)} shown={ports.text} />
      )}
      <PlainField label="Encryption" value="TLS Available" />
    </dl>
  )
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
