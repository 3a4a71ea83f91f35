import { getPrivacy } from '@mailstop/contract'
import { NoticePage } from './notice-page.tsx'

export function PrivacyPage() {
  return <NoticePage title="Privacy" endpoint={getPrivacy} standard={standardPrivacy} />
}

const standardPrivacy = `
Everything stays on this server, except what your team forwards. Nothing is sent to the makers of
Mailstop, and there are no trackers.

# What is kept

- Of you: your name, your email address, a hash of your password, and for each place where you are
  signed in its network address, its browser and when it was last used; and for a time, from where
  you have logged in.
- Of your team: the mail that its apps send, whole, with the dialogue in which it came.
- Of emails that are sent from here, such as invitations and forwarded messages: whether they were accepted, for 30 days.

# Who can read it

Every member of a team can read all of its mail. The operator of the server can technically read
everything on it. Messages that a member or a rule of the team forwards leave the server for the address that was given.

# In your browser

Cookies hold your session, a token that guards your forms, for 90 days a token by which your account
knows this browser again when others try its password, and whether the sidebar is open. The theme,
the team that you look at and a few more choices are kept in this browser. A message loads nothing from other servers until you ask for its remote images.

# How long

Mail stays until a member deletes it, or until the limits that the operator may have set. Deleting
your account deletes your personal team and all of its mail with it.
`
