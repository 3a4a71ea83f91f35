import { countText, listMails, mailChannel } from '@mailstop/contract'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../lib/api/api-client.ts'
import { useRealtime } from '../../lib/api/realtime-context.ts'
import { instanceName } from '../../lib/instance.ts'
import { ownName } from '../../lib/paths/base-path.ts'
import { paths } from '../../lib/paths/paths.ts'
import { useNotifications } from './notification-choice.ts'
import { isSeen, useSeenMark } from './seen-mark.ts'
import { showUnread } from './unread-icon.ts'

type AttentionProps = { team: number; unread: number }

/** Calls for attention outside of the page: the number on its icon, and notifications where they are on. */
export function Attention({ team, unread }: AttentionProps) {
  useEffect(() => showUnread(unread), [unread])
  useEffect(() => () => showUnread(0), [])
  return useNotifications() && <Notifications team={team} />
}

/** Mail that comes within this time is one notification. */
const burstMs = 1_000
/** A later one takes the place of the one before without a sound, unless so much time has passed. */
const soundlessMs = 60_000

function Notifications({ team }: { team: number }) {
  const realtime = useRealtime()
  const navigate = useNavigate()
  useSeenMark()

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let shown: { note: Notification; at: number } | null = null
    /** What has come since the page was seen. */
    let count = 0
    let newest = 0
    let isOver = false

    async function show() {
      timer = undefined
      if (await isSeen()) {
        count = 0
        return
      }
      const mail = newest
      const { title, body } = await textOf(team, count, mail)
      if (isOver) return
      if (shown && Date.now() - shown.at > soundlessMs) shown.note.close()
      const note = new Notification(title, { body, tag: ownName(`mailstop-${team}`) })
      shown = { note, at: Date.now() }
      note.addEventListener('click', () => {
        note.close()
        window.focus()
        void navigate(`${paths.inbox}/${mail}`)
      })
    }
    const see = () => {
      if (document.visibilityState !== 'visible') return
      count = 0
      shown?.note.close()
      shown = null
    }
    document.addEventListener('visibilitychange', see)
    const leave = realtime.joinChannel(mailChannel(team), {
      MailReceived({ ids, count: more }) {
        if (document.visibilityState === 'visible') return
        count += more
        newest = ids.at(-1) ?? newest
        timer ??= setTimeout(() => void show(), burstMs)
      },
    })
    return () => {
      isOver = true
      leave()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', see)
      shown?.note.close()
    }
  }, [realtime, navigate, team])
  return null
}

/** One mail is named by its sender and subject; of more there is the number. */
async function textOf(team: number, count: number, mail: number) {
  const named = (...texts: (string | null)[]) =>
    [...texts, instanceName()].filter(Boolean).join(' · ')
  const several = { title: named(countText(count, 'new message')), body: '' }
  if (count > 1) return several
  try {
    const { data } = await call(listMails, {
      params: { team: String(team) },
      query: { filter: 'all', per_page: '1' },
    })
    const one = data.find(({ id }) => id === mail)
    if (!one) return several
    const sender = one.from?.name.trim() || one.from?.address || '(no sender)'
    return { title: named(sender, one.inbox), body: one.subject.trim() || '(no subject)' }
  } catch {
    return several
  }
}
