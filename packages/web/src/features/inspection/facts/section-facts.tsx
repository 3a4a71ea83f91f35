import type { InspectionSection, Mail, Team } from '@mailstop/contract'
import { DnsCheck } from '../outgoing/dns-check.tsx'
import { LinkChecks } from '../outgoing/link-checks.tsx'
import { SpamCheck } from '../outgoing/spam-check.tsx'
import { Rows } from '../rows.tsx'
import { TextCopyButton } from '../text-copy-button.tsx'
import { ClientMatrix } from './client-matrix.tsx'
import {
  imageRows,
  oneClickCommand,
  recipientRows,
  signatureRows,
  textRows,
  unsubscribeRows,
} from './fact-rows.ts'
import { LinkHosts } from './link-hosts.tsx'
import { PartList } from './part-list.tsx'
import { RowPreview } from './row-preview.tsx'
import { SizeBar } from './size-bar.tsx'

type SectionFactsProps = { section: InspectionSection; team: Team; mail: Mail }

/** What a section shows besides its findings; null where it was skipped. */
export function SectionFacts({ section, team, mail }: SectionFactsProps) {
  const ids = { team: team.id, mail: mail.id }
  if (section.id === 'filters') return <SpamCheck {...ids} />
  if (section.facts === null) return null
  switch (section.id) {
    case 'clients':
      return <ClientMatrix {...section.facts} />
    case 'size':
      return <SizeBar {...section.facts} />
    case 'links':
      return (
        <LinkHosts {...section.facts}>
          <LinkChecks team={team} mail={mail.id} />
        </LinkHosts>
      )
    case 'images':
      return <Rows isClosed label="Images" rows={imageRows(section.facts)} />
    case 'authentication':
      return (
        <>
          <Rows label="Without DNS" rows={signatureRows(section.facts)} />
          <DnsCheck {...ids} />
        </>
      )
    case 'unsubscribe': {
      const command = oneClickCommand(section.facts)
      return (
        <>
          <Rows label="Headers to unsubscribe" rows={unsubscribeRows(section.facts)} />
          {command && <TextCopyButton label="Copy curl" text={() => command} />}
        </>
      )
    }
    case 'headers':
      return <Rows label="Envelope and headers" rows={recipientRows(section.facts, mail)} />
    case 'row':
      return <RowPreview {...section.facts} received_at={mail.received_at} />
    case 'text':
      return (
        mail.text !== null &&
        mail.html !== null && <Rows label="Difference" rows={textRows(section.facts)} />
      )
    case 'structure':
      return <PartList {...section.facts} {...ids} />
    case 'leftovers':
    case 'accessibility':
      return null
  }
}
