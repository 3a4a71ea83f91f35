import type { InspectionSettings, Team } from '@mailstop/contract'
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
import { useChangeSettings, useInspectionSettings } from './use-inspection.ts'

/** What the checks of a team go by. */
export function ChecksPage({ team }: { team: Team }) {
  usePageTitle('Checks')
  const settings = useInspectionSettings(team.id)
  return (
    <>
      <PageHeading title="Checks">
        What would go wrong with a message in real inboxes. Everyone in the team sees the same
        checks.
      </PageHeading>
      <LoadError query={settings} title="The settings of the checks could not be loaded" />
      {settings.data && (
        <>
          <SettingsForm team={team} settings={settings.data} />
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
  staging_hosts: z.string(),
  domain_ip: z.string().trim(),
  checks_all: z.boolean(),
})

const textsOf = ({ staging_hosts, domain_ip, checks_all }: InspectionSettings) => ({
  staging_hosts: staging_hosts.join(', '),
  domain_ip: domain_ip ?? '',
  checks_all,
})

function SettingsForm({ team, settings }: { team: Team; settings: InspectionSettings }) {
  const { mutateAsync } = useChangeSettings(team.id)
  const form = useSchemaForm(schema, textsOf(settings), async (values, reset) => {
    const saved = await mutateAsync(() => ({
      ...values,
      staging_hosts: values.staging_hosts.split(/[\s,]+/).filter(Boolean),
      domain_ip: values.domain_ip || null,
    }))
    reset(textsOf(saved))
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
      <SubmitButton form={form} className="justify-self-start">
        Save
      </SubmitButton>
    </Form>
  )
}
