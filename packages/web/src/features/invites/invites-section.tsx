import { type Team, inviteBody, type Invite } from '@mailstop/contract'
import { Ellipsis, Link, Send, Trash2 } from 'lucide-react'
import { useHasNoRelay } from '../../lib/api/system-mail.ts'
import { may } from '../../lib/team-permissions.ts'
import { Notice } from '../../ui/pages/notice.tsx'
import { PageSection } from '../../ui/pages/page-section.tsx'
import { useSchemaForm } from '../../lib/form.ts'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { InviteLinkDialog } from './invite-link-dialog.tsx'
import {
  copyLinkLabel,
  useCreateInvite,
  useInviteActions,
  useInviteLink,
  useInvites,
} from './use-invites.ts'
import { LoadError } from '../../ui/pages/load-error.tsx'
import { Skeleton } from '../../ui/pages/skeleton.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/popups/menu.tsx'
import { PersonRow } from '../../ui/texts/person-row.tsx'
import { RelativeTimeText } from '../../ui/texts/relative-time-text.tsx'
import { useNow } from '../../ui/texts/use-now.ts'

export function InvitesSection({ team }: { team: Team }) {
  if (may(team, 'manage_invites')) return <OwnersInvites team={team} />
  return (
    <PageSection
      title="Invites"
      description={`Only the owner, ${team.owner.name}, can invite people.`}
    >
      {null}
    </PageSection>
  )
}

function OwnersInvites({ team }: { team: Team }) {
  const hasNoRelay = useHasNoRelay()
  const { get, isPending, link, close } = useInviteLink(team.id)
  const offerLink = hasNoRelay ? get : null
  return (
    <PageSection
      title="Invites"
      description={`Only the invited address can join “${team.name}”, with the ${hasNoRelay ? '' : 'emailed '}link. It is valid for 7 days.`}
    >
      {hasNoRelay && (
        <div className="mb-4">
          <Notice>
            This server has no mail relay, so it sends no invites. Copy the link of an invite, and
            give it to the invited person alone.
          </Notice>
        </div>
      )}
      <InviteForm team={team.id} offerLink={offerLink} />
      <InviteList team={team.id} offerLink={offerLink} isLinking={isPending} />
      <InviteLinkDialog link={link} team={team.name} onClose={close} />
    </PageSection>
  )
}

/** Offers the link of an invitation for its owner to copy; null where the server emails it. */
type OfferLink = ((invite: Invite) => void) | null

function InviteForm({ team, offerLink }: { team: number; offerLink: OfferLink }) {
  const create = useCreateInvite(team, offerLink)
  const form = useSchemaForm(inviteBody, { email: '' }, async (body, reset) => {
    await create(body)
    reset()
  })
  return (
    <Form form={form}>
      <div className="flex max-w-[420px] items-start gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label="Email"
            type="email"
            autoComplete="off"
            placeholder="someone@example.com"
            {...form.field('email')}
          />
        </div>
        <SubmitButton form={form} size="lg" className="mt-6">
          Invite
        </SubmitButton>
      </div>
    </Form>
  )
}

type Links = { offerLink: OfferLink; isLinking: boolean }

function InviteList({ team, ...links }: { team: number } & Links) {
  const invites = useInvites(team)
  return (
    <div className="mt-4 rounded-lg border border-line bg-surface">
      {invites.isPending && <InviteSkeleton />}
      <LoadError query={invites} title="The invites could not be loaded" />
      {invites.data?.length === 0 && (
        <p className="px-4 py-4 text-center text-sm text-pretty text-ink-3">
          There are no pending invites. Enter an address above to send one.
        </p>
      )}
      {invites.data && invites.data.length > 0 && (
        <ul aria-label="Pending invites">
          {invites.data.map((invite) => (
            <InviteRow key={invite.id} team={team} invite={invite} {...links} />
          ))}
        </ul>
      )}
    </div>
  )
}

function InviteSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading"
      className="flex min-h-14 items-center gap-3 py-2 pr-4 pl-3"
    >
      <Skeleton className="size-9 flex-none rounded-full" />
      <span className="grid flex-1 gap-2">
        <Skeleton className="w-48 max-w-full" />
        <Skeleton className="h-2! w-28" />
      </span>
    </div>
  )
}

type InviteRowProps = { team: number; invite: Invite } & Links

function InviteRow({ team, invite, offerLink, isLinking }: InviteRowProps) {
  const { email, avatar, created_at, expires_at, link_copied_at } = invite
  const { resend, discard } = useInviteActions(team, invite, { isSent: offerLink === null })
  const hasExpired = Date.parse(expires_at) <= useNow()
  return (
    <PersonRow
      name={email}
      image={avatar}
      badge={hasExpired ? 'Expired' : undefined}
      detail={
        <p className="num text-sm text-ink-3">
          Invited <RelativeTimeText iso={created_at} />
          {link_copied_at !== null && (
            <>
              , link made <RelativeTimeText iso={link_copied_at} />
            </>
          )}
        </p>
      }
    >
      {offerLink && !hasExpired && (
        <IconButton
          label={`${copyLinkLabel} for ${email}`}
          icon={<Link />}
          loading={isLinking}
          onClick={() => offerLink(invite)}
        />
      )}
      <Menu
        trigger={
          <IconButton
            label={`Actions for ${email}`}
            icon={<Ellipsis />}
            loading={resend.isPending || discard.isPending}
          />
        }
      >
        <MenuItem icon={<Send />} onSelect={() => resend.mutate()}>
          Resend invite
        </MenuItem>
        <MenuItem danger icon={<Trash2 />} onSelect={() => discard.mutate()}>
          Discard invite
        </MenuItem>
      </Menu>
    </PersonRow>
  )
}
