import { titleOf } from '../../lib/instance.ts'
import { ownName } from '../../lib/paths/base-path.ts'
import { storedChoice } from '../../lib/stored-choice.ts'
import { toast } from '../../ui/popups/toast.ts'

/** Whether this browser shows new mail while the page is not seen. The user is asked in the menu alone. */
const choice = storedChoice<'off' | 'on'>('notifications', ['off', 'on'])

// A browser that allowed them may forbid them later.
const isAllowed = () => 'Notification' in window && Notification.permission === 'granted'

export const useNotifications = (): boolean => choice.use() === 'on' && isAllowed()

const areNotificationsOn = (): boolean => choice.read() === 'on' && isAllowed()

/** Turns them off, or asks the browser and says what came of it. */
export async function toggleNotifications(): Promise<void> {
  if (areNotificationsOn()) return choice.choose('off')
  if (!window.isSecureContext) {
    toast.error('Browsers show notifications only of pages on https or localhost.')
  } else if (!('Notification' in window)) {
    toast.error('This browser has no notifications.')
  } else if ((await Notification.requestPermission()) === 'granted') turnOn()
  else if (Notification.permission === 'denied') {
    toast.error(
      'Your browser blocks notifications of this page. Allow them in its settings for this site, then turn them on again.',
    )
  } else toast.info('Your browser was not allowed to show notifications. They stay off.')
}

/** The first one is shown at once, so that the user sees whether the system shows any. */
function turnOn(): void {
  try {
    // Browsers of phones have the class, and refuse to make one for a page.
    void new Notification(titleOf('Notifications are on'), {
      body: 'New messages are shown here while no tab of the inbox is seen.',
      tag: ownName('mailstop'),
    })
    choice.choose('on')
  } catch {
    toast.error('This browser shows no notifications of pages.')
  }
}
