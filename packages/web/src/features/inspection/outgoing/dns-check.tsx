import { checkAuthentication, type Authentication } from '@mailstop/contract'
import { queryKeys, queryOf } from '../../../lib/api/queries.ts'
import { Rows, type Row } from '../rows.tsx'
import { ofMail, useInspectionSettings } from '../use-inspection.ts'
import { Asked } from './asked.tsx'
import { useOutgoing } from './use-outgoing.ts'

/** SPF, DKIM, DMARC and ARC against DNS; nothing where the server may not ask it. */
export function DnsCheck({ team, mail }: { team: number; mail: number }) {
  const isOn = useOutgoing().dns_checks
  const settings = useInspectionSettings(team).data
  if (!isOn || !settings) return null
  // The address that production sends from.
  const ip = settings.domain_ip
  const query = queryOf(queryKeys.outgoing(team, mail, `dns ${ip}`), checkAuthentication, {
    params: ofMail(team, mail),
    body: ip === null ? {} : { ip },
  })
  return (
    <Asked
      label="Check against DNS"
      query={query}
      render={(answer) => (
        <>
          <Rows label="Against DNS" rows={verdictRows(answer)} />
          <Rows
            isClosed
            label="Records of DNS"
            rows={answer.records.map(({ name, type, values, problem }) => ({
              text: `${type} ${name}`,
              notes: [problem?.replaceAll('_', ' ')],
              code: values.join('\n'),
            }))}
          />
        </>
      )}
    />
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
