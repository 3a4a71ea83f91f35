/**
 * Points in time in the reader's time zone: in English, as everything here, but in the order and with the hours of the region of
 * their browser. 'November 21, 2026 at 9:41 AM' is '21 November 2026 at 09:41' in Germany.
 */
export function dateTexts(language?: string) {
  const { locale, hourCycle } = new Intl.DateTimeFormat(language, {
    hour: 'numeric',
  }).resolvedOptions()
  const { region } = new Intl.Locale(locale).maximize()
  const english = new Intl.Locale('en', { region, hourCycle })
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(english, options)
    return (iso: string) => formatter.format(new Date(iso))
  }
  return {
    longDateTime: format({ dateStyle: 'long', timeStyle: 'short' }),
    /** With seconds and the time zone, to be compared with a log. */
    exactDateTime: format({ dateStyle: 'long', timeStyle: 'long' }),
    /** 'Nov 21, 2026, 9:41 AM', within a sentence. */
    shortDateTime: format({ dateStyle: 'medium', timeStyle: 'short' }),
    shortDate: format({ dateStyle: 'medium' }),
    time: format({ timeStyle: 'short' }),
    dayOfMonth: format({ month: 'short', day: 'numeric' }),
  }
}

export const { longDateTime, exactDateTime, shortDateTime, shortDate } = dateTexts()
