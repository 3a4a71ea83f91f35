import { NoticePage } from './notice-page.tsx'

export function PrivacyPage() {
  return (
    <NoticePage title="Privacy">
      <p>
        Everything stays on this server. Nothing is sent to the makers of Mailstop or to anyone
        else, and there are no trackers.
      </p>
      <p>
        Kept of you: your name, your email address, a hash of your password, and for each place
        where you are signed in its network address, its browser and when it was last used. Kept of
        your team: the mail that its apps send, which every member can read.
      </p>
      <p>
        Cookies hold your session, a token that guards your forms, and whether the sidebar is open.
        The theme and the team that you look at are kept in this browser.
      </p>
      <p>
        A mail loads nothing from elsewhere until you ask for its remote images. Deleting your
        account deletes your personal team and all of its mail with it.
      </p>
    </NoticePage>
  )
}
