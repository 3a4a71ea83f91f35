import type { Mail } from '@mailstop/contract'
import { FileWarning, Image, MapPin, TextSearch } from 'lucide-react'
import { useContext, useMemo, useState, type ReactNode, type Ref } from 'react'
import { modifierKey } from '../../../lib/keys/modifier-key.ts'
import { Dialogue } from '../../../ui/texts/dialogue.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Notice } from '../../../ui/pages/notice.tsx'
import { OverflowTabs } from '../../../ui/pages/overflow-tabs.tsx'
import { Tabs } from '../../../ui/pages/tabs.tsx'
import { InboxExtrasContext, type MailPlace } from '../inbox-extras.ts'
import { FindBar } from './find/find-bar.tsx'
import { DevicePreview } from './html/device-preview.tsx'
import type { DarkMode } from './html/dark-colors.ts'
import { mailDocument, type MailLook } from './html/mail-document.ts'
import { useViewCommands } from './actions/mail-commands.ts'
import { darkLabels, withinPane, type Look } from './html/preview-look.ts'
import { darkModeOf } from './html/preview-scheme.ts'
import { MailFrame } from './html/mail-frame.tsx'
import { MailHeaders } from './views/mail-headers.tsx'
import { MailLinks } from './views/mail-links.tsx'
import { MailLookControls } from './html/mail-look-controls.tsx'
import { MailMarkup, shownPlace } from './views/mail-markup.tsx'
import { MailSource } from './views/mail-source.tsx'
import { MailText } from './views/mail-text.tsx'
import {
  sourcePartLabel,
  sourcePartsOf,
  tabOf,
  tabsOf,
  viewFor,
  viewLabels,
  type BodyChoice,
  type MailView,
} from './views/mail-views.ts'
import { viewSource } from './open-file.ts'
import { useFind } from './find/use-find.ts'
import { useTextMatches } from './find/use-text-matches.ts'
import { usePlace } from './views/use-place.ts'

/** The contents of a mail. The parent keeps `choice`, so that it stays while the next mail loads. */
export function MailBody({ team, mail, choice }: { team: number; mail: Mail; choice: BodyChoice }) {
  const { wanted, setWanted, look, setLook, imagesOf, setImagesOf } = choice
  const view = viewFor(mail, wanted)
  const show = (next: MailView) => setWanted(next)
  useViewCommands(mail, show)
  const parts = sourcePartsOf(mail, view)
  const images = imagesOf.has(mail.id)
  const showImages = (on: boolean) =>
    setImagesOf(new Set(on ? [...imagesOf, mail.id] : [...imagesOf].filter((id) => id !== mail.id)))
  const html = view === 'html' ? mail.html : null
  const find = useFind()
  const { needle } = find
  const darkMode = useMemo(() => darkModeOf(html ?? '', look.dark), [html, look.dark])
  const documents = useMailDocuments(
    html,
    look.scheme,
    darkMode,
    look.isBare ? 'none' : images,
    needle,
  )
  const first = documents?.[0]?.document
  const [contents, setContents] = useState<HTMLElement | null>(null)
  const textMatches = useTextMatches({
    element: contents,
    needle: html === null ? needle : '',
    place: find.place,
  })
  const matches = html === null ? textMatches : (first?.matches ?? 0)
  const { renderCheck, renderCheckCount } = useContext(InboxExtrasContext)
  const [led, setLed] = useState<{ mail: number; place: MailPlace } | null>(null)
  const last = led?.mail === mail.id ? led.place : null
  const place = last !== null && viewOfPart[last.part] === view ? last : null
  usePlace(
    contents,
    useMemo(() => place && shownPlace(mail.html, place), [mail.html, place]),
  )

  return (
    <>
      <div className="flex h-10 flex-none items-center gap-2 border-b border-line pr-5 pl-[26px] max-tablet:px-4">
        <OverflowTabs
          label="View"
          value={tabOf(view)}
          onValueChange={show}
          options={tabsOf(mail).map((value) => ({
            value,
            label:
              value === 'check' ? (
                <>
                  {viewLabels.check}
                  {renderCheckCount(mail)}
                </>
              ) : (
                viewLabels[value]
              ),
          }))}
        />
        <IconButton
          label="Find in this message"
          shortcut={`${modifierKey} F`}
          icon={<TextSearch />}
          onClick={find.open}
        />
      </div>
      {(view === 'html' || parts.length > 0) && (
        <div className="flex min-h-10 flex-none items-center border-b border-line px-[22px] max-tablet:px-3">
          {view === 'html' ? (
            <MailLookControls
              look={look}
              onLook={setLook}
              darkMode={darkMode}
              images={first?.remote === true ? images : null}
              onImages={showImages}
            />
          ) : (
            <Tabs
              label="Raw message"
              value={view}
              onValueChange={show}
              options={parts.map((value) => ({ value, label: sourcePartLabel(value) }))}
            />
          )}
        </div>
      )}
      {find.isOpen && <FindBar key={find.asked} find={find} matches={matches} />}
      {place && (
        <Margin>
          <Notice
            icon={<MapPin />}
            action={
              <NoticeAction isFocused onClick={() => setWanted('check')}>
                Back to the check
              </NoticeAction>
            }
          >
            Line {place.line.toLocaleString('en')} is marked.
          </Notice>
        </Margin>
      )}
      {mail.problem !== null && (
        <Margin>
          <Notice
            icon={<FileWarning className="text-ink-3" />}
            action={<NoticeAction onClick={() => viewSource(team, mail.id)}>View raw</NoticeAction>}
          >
            {problems[mail.problem]}
          </Notice>
        </Margin>
      )}
      {html !== null ? (
        <>
          {first?.remote === true && !images && !look.isBare && (
            <Margin>
              <Notice
                icon={<Image />}
                action={<NoticeAction onClick={() => showImages(true)}>Show images</NoticeAction>}
              >
                Remote images are blocked. This message has contacted no other server.
              </Notice>
            </Margin>
          )}
          <div className="min-h-60 flex-1 px-[26px] pt-3.5 pb-[26px] max-tablet:px-2 max-tablet:pb-2">
            {documents === null ? (
              <UnstableHtml />
            ) : (
              <DevicePreview
                look={look}
                frames={documents.length}
                note={noteOf(documents)}
                onClose={() => setLook(withinPane(look))}
              >
                {documents.map(({ dark, images: shown, document }) => (
                  <MailFrame
                    // A new frame for each mail, so that the history has no entries of earlier mails.
                    key={`${mail.id}-${shown}-${dark}-${needle}`}
                    document={document}
                    title={dark && documents.length > 1 ? 'Mail content, dark' : 'Mail content'}
                    match={Math.min(find.place, matches - 1)}
                  />
                ))}
              </DevicePreview>
            )}
          </div>
        </>
      ) : (
        <Scroller key={`${mail.id}-${view}`} element={setContents}>
          {view === 'text' && (
            <MailText text={mail.text ?? ''} hasFiles={mail.attachments.length > 0} />
          )}
          {view === 'check' &&
            renderCheck(mail, last, (next) => {
              setLed({ mail: mail.id, place: next })
              setWanted(viewOfPart[next.part], true)
            })}
          {view === 'links' && mail.extracted && <MailLinks {...mail.extracted} />}
          {view === 'markup' && <MailMarkup html={mail.html ?? ''} />}
          {view === 'headers' && <MailHeaders {...mail} />}
          {view === 'smtp' && (
            <>
              {mail.login !== null && (
                <p className="m-0 mb-2 text-sm [overflow-wrap:anywhere] text-ink-2">
                  Logged in as <span className="font-mono">{mail.login}</span>
                </p>
              )}
              <Dialogue transcript={mail.transcript ?? ''} times={mail.transcript_times} />
            </>
          )}
          {view === 'source' && <MailSource team={team} mail={mail.id} />}
        </Scroller>
      )}
    </>
  )
}

/** The documents to show beside each other; null when the markup cannot be shown, or is not wanted. */
function useMailDocuments(
  html: string | null,
  scheme: Look['scheme'],
  darkMode: DarkMode,
  images: MailLook['images'],
  find: string,
) {
  return useMemo(() => {
    if (html === null) return null
    const looks = scheme === 'both' ? [null, darkMode] : [scheme === 'dark' ? darkMode : null]
    const shown = looks.flatMap((dark) => {
      const document = mailDocument(html, { images, dark, find })
      return document === null ? [] : [{ dark, images, document }]
    })
    return shown.length > 0 ? shown : null
  }, [html, scheme, darkMode, images, find])
}

type Shown = NonNullable<ReturnType<typeof useMailDocuments>>

/** How the dark one of them came about, or why it is light. */
function noteOf(documents: Shown): string | null {
  const { dark, document } = documents.at(-1) ?? {}
  if (!dark || !document) return null
  if (document.isDark) return darkLabels[dark]
  return dark === 'authored'
    ? 'As authored: this message has no dark styles'
    : 'This message has too many styles for a simulation'
}

function UnstableHtml() {
  return (
    <p className="m-auto max-w-80 px-6 py-12 text-center text-sm text-ink-3">
      The HTML of this message is ambiguous or nested too deeply, so it is not shown. View raw shows
      it as it was sent.
    </p>
  )
}

function Margin({ children }: { children: ReactNode }) {
  return <div className="flex-none px-[26px] pt-3 max-tablet:px-2">{children}</div>
}

/** Scrolling text that can have the focus. The arrow keys then scroll it instead of moving in the list. */
function Scroller({ element, children }: { element: Ref<HTMLElement>; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only keeps scrolling keys to itself
    <section
      ref={element}
      aria-label="Mail contents"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area has to be reachable by keyboard
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.key === 'ArrowUp' || event.key === 'ArrowDown') event.stopPropagation()
      }}
      className="min-h-40 flex-1 overflow-y-auto px-[26px] py-5 outline-offset-[-2px] max-tablet:px-4"
    >
      {children}
    </section>
  )
}

const problems: Record<NonNullable<Mail['problem']>, string> = {
  too_complex: 'Parts of this message are too complex to show. View raw shows all of it.',
  cut: 'This message is too long to show in full here.',
}

/** Where the places that a check names are shown. */
const viewOfPart: Record<MailPlace['part'], MailView> = {
  html: 'markup',
  text: 'text',
  source: 'source',
}

type NoticeActionProps = { children: string; isFocused?: boolean; onClick: () => void }

/** The button at the end of a notice. */
function NoticeAction({ children, isFocused = false, onClick }: NoticeActionProps) {
  return (
    <button
      type="button"
      ref={(button) => void (isFocused && button?.focus({ preventScroll: true }))}
      onClick={onClick}
      className="flex-none rounded-[3px] font-[550] text-accent underline-offset-3 hover:underline pointer-coarse:min-h-10"
    >
      {children}
    </button>
  )
}
