import type { EndpointReply, InspectionSettings, listMailClients, Team } from '@mailstop/contract'
import { useState } from 'react'
import { z } from 'zod'
import { useSchemaForm } from '../../lib/form.ts'
import { usePageTitle } from '../../lib/paths/use-page-title.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { LoadError } from '../../ui/pages/load-error.tsx'
import { PageHeading } from '../../ui/pages/page-heading.tsx'
import { PageSection } from '../../ui/pages/page-section.tsx'
import { toast } from '../../ui/popups/toast.ts'
import { MutedRules } from './muted-rules.tsx'
import { useChangeSettings, useInspectionSettings, useMailClients } from './use-inspection.ts'

/** What the checks of a team go by. */
export function ChecksPage({ team }: { team: Team }) {
  usePageTitle('Checks')
  const settings = useInspectionSettings(team.id)
  const clients = useMailClients()
  return (
    <>
      <PageHeading title="Checks">
        What would go wrong with a message in real inboxes. Everyone in the team sees the same
        checks.
      </PageHeading>
      <LoadError query={settings} title="The settings of the checks could not be loaded" />
      <LoadError query={clients} title="The mail clients could not be loaded" />
      {settings.data && clients.data && (
        <>
          <SettingsForm team={team} settings={settings.data} clients={clients.data} />
          <PageSection
            title="Muted rules"
            description="The check shows no findings of these rules in this team. The bell beside a finding mutes its rule."
          >
            <MutedRules team={team} muted={settings.data.muted} />
          </PageSection>
        </>
      )}
    </>
  )
}

const schema = z.object({
  clients: z.array(z.string()),
  staging_hosts: z.string(),
  domain_ip: z.string().trim(),
  checks_all: z.boolean(),
})

type MailClient = EndpointReply<typeof listMailClients>['data'][number]

const valuesOf = ({ staging_hosts, domain_ip, checks_all, clients }: InspectionSettings) => ({
  clients: [...clients],
  staging_hosts: staging_hosts.join(', '),
  domain_ip: domain_ip ?? '',
  checks_all,
})

type SettingsFormProps = { team: Team; settings: InspectionSettings; clients: MailClient[] }

function SettingsForm({ team, settings, clients }: SettingsFormProps) {
  const { mutateAsync } = useChangeSettings(team.id)
  const usual = clients.filter((client) => client.usual).map(({ id }) => id)
  /** A team that has chosen none goes by the usual ones, also when these change. */
  const shown = (now: InspectionSettings) => {
    const values = valuesOf(now)
    return { ...values, clients: values.clients.length === 0 ? usual : values.clients }
  }
  /** What the form began with. Only what differs from it is sent, so that what others change meanwhile stays. */
  const [before, setBefore] = useState(() => shown(settings))
  const form = useSchemaForm(schema, before, async (values, reset) => {
    const isUsual = usual.toSorted().join() === values.clients.toSorted().join()
    const all: Partial<InspectionSettings> = {
      clients: isUsual ? [] : values.clients,
      staging_hosts: values.staging_hosts.split(/[\s,]+/).filter(Boolean),
      domain_ip: values.domain_ip || null,
      checks_all: values.checks_all,
    }
    for (const name of Object.keys(before) as (keyof typeof before)[]) {
      if (String(values[name]) === String(before[name])) delete all[name]
    }
    const saved = shown(await mutateAsync(() => all))
    setBefore(saved)
    reset(saved)
    toast.success('Checks saved')
  })
  return (
    <Form form={form} className="max-w-[420px]">
      <TextField
        label="Staging hosts"
        autoComplete="off"
        placeholder="staging.example.com, dev.example.com"
        hint="No message may lead to them or their subdomains."
        {...form.field('staging_hosts')}
      />
      <TextField
        label="Address that production sends from"
        autoComplete="off"
        placeholder="192.0.2.10"
        hint="SPF is evaluated for it."
        {...form.field('domain_ip')}
      />
      <Checkbox
        label="Check each message when it is caught, so that check:fail finds it"
        {...form.register('checks_all')}
      />
      <fieldset className="grid grid-cols-[repeat(auto-fill,minmax(160px,1fr))] gap-x-4 gap-y-1.5">
        <legend className="mb-1.5 text-sm font-[550] text-ink">Mail clients that count</legend>
        {clients.map(({ id, name }) => (
          <Checkbox key={id} label={name} value={id} {...form.register('clients')} />
        ))}
      </fieldset>
      <SubmitButton form={form} className="justify-self-start">
        Save
      </SubmitButton>
    </Form>
  )
}
