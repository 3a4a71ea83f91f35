import type { Authentication } from '@mailstop/contract'
import { useState } from 'react'
import { Rows, type Row } from '../rows.tsx'
import { useInspectionSettings } from '../use-inspection.ts'
import { AskButton } from './ask-button.tsx'
import { useAuthentication, useOutgoing } from './use-outgoing.ts'

/** SPF, DKIM, DMARC and ARC against DNS; nothing where the server may not ask it. */
export function DnsCheck({ team, mail }: { team: number; mail: number }) {
  const isOn = useOutgoing().dns_checks
  const [asked, setAsked] = useState(false)
  const settings = useInspectionSettings(team).data
  const ip = settings?.domain_ip ?? null
  const query = useAuthentication(team, mail, ip, isOn && asked && settings !== undefined)
  if (!isOn) return null
  if (!query.data) {
    const ask = () => setAsked(true)
    return <AskButton label="Check against DNS" asked={asked} onAsk={ask} query={query} />
  }
  const records = query.data.records.map(({ name, type, values, problem }) => ({
    text: `${type} ${name}`,
    notes: [problem?.replaceAll('_', ' ')],
    code: values.join('\n'),
  }))
  return (
    <>
      <Rows label="Against DNS" rows={verdictRows(query.data)} />
      <Rows isClosed label="Records of DNS" rows={records} />
    </>
  )
}

const verdictRows = ({ ip, spf, dkim, dmarc, arc, findings }: Authentication): Row[] => [
  ...findings.map(({ level, message }) => ({ level, text: message })),
  {
    text: 'SPF',
    notes: [
      spf.result ?? 'not evaluated: the settings of the checks name no address',
      ip,
      spf.domain,
      spf.lookups !== null && `${spf.lookups} of 10 lookups`,
      spf.comment,
    ],
  },
  ...dkim.map(({ result, domain, selector, key_bits: bits, comment }) => ({
    text: 'DKIM',
    notes: [result, domain, selector, bits !== null && `${bits} bits`, comment],
  })),
  { text: 'DMARC', notes: [dmarc.result, dmarc.domain, dmarc.policy, dmarc.comment] },
  ...(arc ? [{ text: 'ARC', notes: [arc.result, arc.comment] }] : []),
]
