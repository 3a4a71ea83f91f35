import { Archive, Flag, Inbox, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '../src/ui/buttons/button-link.tsx'
import { Button } from '../src/ui/buttons/button.tsx'
import { CopyButton } from '../src/ui/buttons/copy-button.tsx'
import { IconButton } from '../src/ui/buttons/icon-button.tsx'
import { KeyHint } from '../src/ui/buttons/key-hint.tsx'
import { TextLink } from '../src/ui/buttons/text-link.tsx'
import { Checkbox } from '../src/ui/forms/checkbox.tsx'
import { ConfirmOption } from '../src/ui/forms/confirm-option.tsx'
import { DeletionSection } from '../src/ui/forms/deletion-section.tsx'
import { Form, SubmitButton } from '../src/ui/forms/form.tsx'
import { PasswordField } from '../src/ui/forms/password-field.tsx'
import { RevokeTokensOption } from '../src/ui/forms/revoke-tokens-option.tsx'
import { SelectField } from '../src/ui/forms/select-field.tsx'
import { TextField } from '../src/ui/forms/text-field.tsx'
import { Breadcrumbs } from '../src/ui/pages/breadcrumbs.tsx'
import { EmptyState } from '../src/ui/pages/empty-state.tsx'
import { LoadError } from '../src/ui/pages/load-error.tsx'
import { Logo } from '../src/ui/pages/logo.tsx'
import { NoForwardingNotice, NoRelayNotice } from '../src/ui/pages/no-relay-notice.tsx'
import { Notice } from '../src/ui/pages/notice.tsx'
import { OverflowTabs } from '../src/ui/pages/overflow-tabs.tsx'
import { PageHeading } from '../src/ui/pages/page-heading.tsx'
import { PageSection } from '../src/ui/pages/page-section.tsx'
import { PageSkeleton } from '../src/ui/pages/page-skeleton.tsx'
import { PagedList } from '../src/ui/pages/paged-list.tsx'
import { Skeleton } from '../src/ui/pages/skeleton.tsx'
import { Spinner } from '../src/ui/pages/spinner.tsx'
import { SplitPanes } from '../src/ui/pages/split-panes.tsx'
import { Tabs } from '../src/ui/pages/tabs.tsx'
import { Avatar } from '../src/ui/texts/avatar.tsx'
import { Badge } from '../src/ui/texts/badge.tsx'
import { CodeBlock } from '../src/ui/texts/code-block.tsx'
import { Dialogue } from '../src/ui/texts/dialogue.tsx'
import { PersonRow } from '../src/ui/texts/person-row.tsx'
import { RelativeTimeText } from '../src/ui/texts/relative-time-text.tsx'

const nothing = () => undefined
const form = { onSubmit: nothing, isSubmitting: false, problem: undefined }
const failed = {
  data: undefined,
  error: new Error('gone'),
  failureCount: 1,
  failureReason: null,
  isFetching: false,
  refetch: nothing,
}
const paged = {
  ...failed,
  error: null,
  failureCount: 0,
  isPending: false,
  hasNextPage: true,
  isFetchingNextPage: false,
  fetchNextPage: nothing,
}
const options = ['Inbox', 'Unread', 'Flagged'].map((label) => ({ value: label, label }))
const threeDaysAgo = new Date(Date.now() - 3.1 * 86_400_000).toISOString()

const row = (children: ReactNode) => (
  <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 12 }}>{children}</div>
)

const sample = (name: string, ...children: ReactNode[]) => (
  <section key={name} aria-label={name} style={{ display: 'grid', gap: 16, minWidth: 0 }}>
    {children}
  </section>
)

const buttons = (['primary', 'secondary', 'ghost', 'danger'] as const).map((variant) =>
  row(
    <>
      <Button variant={variant} size="sm">
        Small
      </Button>
      <Button variant={variant} icon={<Inbox />}>
        {variant}
      </Button>
      <Button variant={variant} size="lg">
        Large
      </Button>
      <Button variant={variant} disabled>
        Disabled
      </Button>
      <Button variant={variant} loading>
        Loading
      </Button>
    </>,
  ),
)

const iconButtons = row(
  <>
    <IconButton label="Archive" icon={<Archive />} />
    <IconButton label="Trash" icon={<Trash2 />} disabled />
    <IconButton label="Flag" icon={<Flag />} loading />
    <CopyButton text="" />
    <ButtonLink to="/">Link</ButtonLink>
    <TextLink to="/">Text link</TextLink>
    <KeyHint keys="Ctrl K" />
  </>,
)

const fields = (
  <Form form={{ ...form, problem: 'What is wrong with the whole form.' }}>
    <TextField label="Empty" placeholder="Placeholder" />
    <TextField label="With a hint" hint="A hint is below its field." defaultValue="A text" />
    <TextField label="Wrong" hint="A hint." error="Wrong is a required field" />
    <TextField
      label="Disabled"
      disabled
      defaultValue="Given"
      aside={<TextLink to="/">Aside</TextLink>}
    />
    <PasswordField label="Password" defaultValue="secret" />
    <SubmitButton form={form}>Save</SubmitButton>
  </Form>
)

const choices = (
  <>
    {row(
      <>
        <Checkbox label="Off" />
        <Checkbox label="On" defaultChecked />
        <Checkbox label="Disabled" disabled />
      </>,
    )}
    <ConfirmOption label="An option" hint="What it does." checked onChange={nothing}>
      What stays without the option.
    </ConfirmOption>
    <RevokeTokensOption
      tokens={[{ id: 1, name: 'CI', hint: 'ab12' }]}
      who="They"
      checked={false}
      onChange={nothing}
    />
    <SelectField label="A choice" value="Unread" options={options} onValueChange={nothing} />
  </>
)

const tabs = (
  <>
    {(['segmented', 'underline', 'pills'] as const).map((variant) => (
      <Tabs
        key={variant}
        label={variant}
        variant={variant}
        value="Unread"
        options={options}
        onValueChange={nothing}
      />
    ))}
    <div style={{ display: 'flex', width: 170 }}>
      <OverflowTabs label="Overflow" value="Flagged" options={options} onValueChange={nothing} />
    </div>
  </>
)

const texts = (
  <>
    {row(
      <>
        <Avatar name="Ada Lovelace" size="sm" />
        <Avatar name="Grace Hopper" />
        <Avatar name="Rocket Labs" size="lg" shape="square" />
        {(['neutral', 'accent', 'ok', 'danger', 'flag'] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </>,
    )}
    <ul>
      <PersonRow
        name="Ada Lovelace"
        image={null}
        badge="You"
        detail={<RelativeTimeText iso={threeDaysAgo} />}
      >
        <Button size="sm">Remove</Button>
      </PersonRow>
    </ul>
  </>
)

const code = (
  <>
    <CodeBlock
      fits
      label="Node.js"
      code=""
      shown={"// Sends one.\nconst port = 2525\nawait send({ host: 'localhost', port })"}
      language="javascript"
    />
    <Dialogue transcript={'S: 220 ready\nC: EHLO app\nS: 250 OK\n'} times={[0, 12, 15]} />
  </>
)

const notices = (
  <>
    <Notice>Neutral.</Notice>
    <Notice tone="ok">It went well.</Notice>
    <Notice tone="danger" action={<Button size="sm">Try again</Button>}>
      It went wrong.
    </Notice>
    <NoRelayNotice />
    <NoForwardingNotice />
    <LoadError title="The list could not be loaded" query={failed} />
    <EmptyState icon={<Inbox />} title="No mail yet" action={<Button>What to do</Button>}>
      It says what comes here.
    </EmptyState>
  </>
)

const pages = (
  <>
    <Logo />
    <Breadcrumbs
      crumbs={[
        { title: 'Settings', to: '/settings' },
        { title: 'Profile', to: '/settings/profile' },
      ]}
    />
    <PageHeading title="A page">What the page is about.</PageHeading>
    <PageSection title="A section" description="What it is about." action={<Spinner />}>
      <Skeleton />
    </PageSection>
    <DeletionSection title="Delete account" onDelete={() => Promise.resolve()}>
      Deletes it.
    </DeletionSection>
    <PagedList
      label="Things"
      items={['First', 'Second']}
      list={paged}
      problem=""
      empty={{ icon: <Inbox />, title: '', text: '' }}
      renderRow={(item) => <li key={item}>{item}</li>}
    />
    <PageSkeleton />
  </>
)

const panes = (
  <div style={{ height: 120 }}>
    <SplitPanes
      id="gallery"
      label="Width"
      start="Start"
      end="End"
      initial={33}
      least={20}
      step={10}
    />
  </div>
)

export const samples: Record<string, ReactNode> = {
  buttons: sample('buttons', ...buttons, iconButtons),
  fields: sample('fields', fields),
  choices: sample('choices', choices),
  tabs: sample('tabs', tabs),
  texts: sample('texts', texts),
  code: sample('code', code),
  notices: sample('notices', notices),
  pages: sample('pages', pages),
  panes: sample('panes', panes),
}
