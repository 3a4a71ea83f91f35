import { openMailPage, readMailHtml, readMailText, requestPath } from '@mailstop/contract'
import type { Mail, MailSummary } from '@mailstop/contract'
import {
  AppWindow,
  AtSign,
  Code,
  FileCode,
  FileText,
  FlaskConical,
  Forward,
  Link2,
  List,
  Mail as MailIcon,
  Printer,
  Share2,
  Terminal,
  type LucideIcon,
} from 'lucide-react'
import { command, type Command } from '../../../../lib/keys/commands.ts'
import { fullPath, fullUrl } from '../../../../lib/paths/base-path.ts'
import { mailLink } from '../../../../lib/paths/paths.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import type { InboxExtras, SharedMail } from '../../inbox-extras.ts'
import { mainLink } from '../main-link.ts'
import { viewSource } from '../open-file.ts'
import { copyText } from './copy-text.ts'

/** A command of the palette; in a submenu it has a shorter name. */
export type MailAction = Command & { short: string; disabled?: boolean }

export type OpenedMail = {
  team: number
  summary: MailSummary
  /** Undefined while it loads. */
  mail: Mail | undefined
  /** Whether the reader has asked for remote images. */
  images: boolean
  onPrint: (() => void) | null
}

type Extras = Pick<InboxExtras, 'onForward' | 'onShare' | 'onDownload' | 'codeFor'>

/** What can be done with the open mail, for its menu, the palette and the keys: each only where it is possible. */
export function mailActions(
  { team, summary, mail, images, onPrint }: OpenedMail,
  { onForward, onShare, onDownload, codeFor }: Extras,
): { main: MailAction[]; save: MailAction[]; copy: MailAction[] } {
  const params = { team: String(team), mail: String(summary.id) }
  const html = mail?.html ?? null
  const text = mail?.text ?? null
  const sender = summary.from?.address ?? ''
  const save = (path: string) => () =>
    void saveFile(async () => ({ url: fullPath(requestPath(path, { params })) }))
  const copy = (what: string | Promise<string>, done: string) => () => void copyText(what, done)
  const code = (kind: 'curl' | 'test', done: string) => () =>
    void copyText(codeFor(summary, kind), done)
  const link = fullUrl(mailLink(team, summary.id))
  const query = images ? { images: 'true' } : {}
  const page = fullPath(requestPath(openMailPage.path, { params, query }))

  return {
    main: [
      ...(onForward ? [action('forward', Forward, () => onForward(summary), 'Forward', 'w')] : []),
      action('view-raw', Code, () => viewSource(team, summary.id), 'View raw', 'v'),
      // Both stand in their places while the mail loads, so that nothing moves under the pointer.
      {
        ...action(
          'open-alone',
          AppWindow,
          () => void window.open(page, '_blank', 'noopener'),
          'Open alone',
        ),
        disabled: html === null,
      },
      { ...action('print', Printer, () => onPrint?.(), 'Print'), disabled: onPrint === null },
    ],
    save: [
      action('download', MailIcon, () => onDownload(summary), 'Save as EML', 'd'),
      ...(html === null
        ? []
        : [action('save-html', FileCode, save(readMailHtml.path), 'Save as HTML')]),
      ...(text === null
        ? []
        : [action('save-text', FileText, save(readMailText.path), 'Save as text')]),
    ],
    copy: [
      action('copy-link', Link2, copy(link, 'Link copied'), 'Copy link', 'c'),
      ...(onShare && mail
        ? [action('share', Share2, () => onShare(sharedMail(mail)), `Copy a ${sharing}`)]
        : []),
      ...(sender === ''
        ? []
        : [action('copy-sender', AtSign, copy(sender, 'Address copied'), 'Copy sender’s address')]),
      ...(text === null
        ? []
        : [action('copy-text', FileText, copy(text, 'Text copied'), 'Copy text')]),
      ...(html === null
        ? []
        : [action('copy-html', FileCode, copy(html, 'HTML copied'), 'Copy HTML')]),
      ...(mail
        ? [action('copy-headers', List, copy(headersText(mail), 'Headers copied'), 'Copy headers')]
        : []),
      action('copy-curl', Terminal, code('curl', 'Command copied'), 'Copy curl command'),
      action('copy-test', FlaskConical, code('test', 'Test copied'), 'Copy test'),
    ],
  }
}

function action(
  id: string,
  icon: LucideIcon,
  run: () => void,
  label: string,
  keys?: string,
): MailAction {
  const short = label
    .replace(/^(?:Save as|Copy(?: a)?) /, '')
    .replace(/^(?!curl)./, (letter) => letter.toUpperCase())
  return { ...command(id, label, icon, run, keys), short }
}

const sharing = 'link for people without an account'

function sharedMail({ id, attachments, extracted }: Mail): SharedMail {
  const { codes = [], links = [] } = extracted ?? {}
  const secret = codes.length > 0 ? 'code' : mainLink(links) ? 'link' : null
  return { id, hasFiles: attachments.length > 0, secret }
}

const headersText = ({ headers }: Pick<Mail, 'headers'>) =>
  headers.map(({ name, value }) => `${name}: ${value}\n`).join('')
