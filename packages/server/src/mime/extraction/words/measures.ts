import { anywhere, asWords } from './word-list.ts'

const signs = '[$€£¥₹₽₺₩₪₴₫₱฿]'
const currencies = `
    USD, EUR, GBP, JPY, CNY, RMB, CHF, CAD, AUD, NZD, SEK, NOK, DKK, PLN, CZK, HUF, RON, BGN, TRY, RUB,
    UAH, ILS, INR, KRW, BRL, MXN, ARS, AED, SAR, EGP, ZAR, SGD, HKD, Rs, kr`
const currenciesBehind = `${currencies}, zł, Kč, Ft, lei, лв, руб, грн, TL, ден`

/** What is measured or counted, behind the number. One letter alone may be a word: `s` in Czech. */
const measures = {
  bg: 'минут*, час*, дни, лева, точки, секунд*',
  cs: 'minut*, hodin*, dní, dnů, sekund*, bodů, kusů, návštěvníků',
  da: 'minutter, timer, dage, sekunder, point, stk, besøgende',
  de: `
    minuten, stunden, stunde, tag, tage, tagen, sekunden, punkte, stück, besucher, aufrufe, nutzer,
    schritte, prozent, uhr, mal, zeilen, seiten`,
  el: 'λεπτ*, ώρες, ημέρες, δευτερόλεπτα, πόντοι',
  en: `
    minute, minutes, min, mins, hour, hours, hr, hrs, day, days, second, seconds, sec, secs, week,
    weeks, month, months, point, points, mile, miles, credit, credits, item, items, piece, pieces,
    pcs, user, users, people, visitor, visitors, visits, views, click, clicks, follower, followers,
    subscribers, orders, sales, requests, errors, steps, downloads, message, messages, email, emails,
    mail, mails, word, words, page, pages, line, lines, row, rows, file, files, times, characters,
    percent, street, avenue, road`,
  es: 'minutos, horas, días, segundos, puntos, visitas, visitantes, personas, veces',
  fi: 'minuuttia, tuntia, päivää, sekuntia, pistettä, kpl',
  fr: 'minutes, heures, jours, secondes, points, visites, vues, visiteurs, personnes, fois',
  hu: 'perc*, óra, órán, nap, napig, másodperc*, pont',
  it: 'minuti, ore, giorni, secondi, punti, visite, visitatori, persone, volte',
  nl: 'minuten, uur, dagen, seconden, punten, bezoekers, keer, stuks',
  no: 'minutter, timer, dager, sekunder, poeng, stk, besøkende',
  pl: 'minut*, godzin*, dni, sekund*, punkt*, osób, razy, sztuk',
  pt: 'minutos, horas, dias, segundos, pontos, visitas, visitantes, pessoas, vezes',
  ro: 'minute, ore, zile, secunde, puncte',
  ru: 'минут*, час*, дней, дня, день, секунд*, балл*, руб*, гостей, штук, раз',
  sk: 'minút*, hodín, dní, sekúnd, bodov',
  sv: 'minuter, timmar, dagar, sekunder, poäng, st, besökare',
  tr: 'dakika*, saat*, gün*, saniye*, puan*, kişi, ziyaretçi, adet',
  uk: 'хвилин*, годин*, днів, секунд*, балів, гривень',
  units: `
    km, m², qm, cm, mm, kg, mg, ml, kcal, cal, kwh, mb, gb, tb, kb, px, dpi, mph, km/h, ms`,
  vi: 'phút, giờ, ngày, giây, điểm',
}

/** The same in scripts without spaces. */
const unspacedMeasures = {
  ja: '円, 分, 時間, 日間, 秒, 点, ポイント, 件, 人, 回, 個, 名',
  ko: '원, 분, 시간, 일, 초, 명, 개, 건, 회, 점, 포인트',
  th: 'บาท, นาที, ชั่วโมง, วัน',
  zh: '元, 分, 小时, 小時, 天, 秒, 个, 個, 次, 人, 积分, 件',
}

/** At the end of what stands before an amount. */
export const currencyBefore = new RegExp(`(?:${signs}|${asWords({ currencies })}\\.?)\\s?$`, 'u')

/** At the beginning of what stands behind an amount, a measure, a duration or a count. */
export const measureBehind = new RegExp(
  `^\\s?(?:[%‰°]|${signs}|${asWords({ currenciesBehind, ...measures })}|${anywhere(unspacedMeasures)})`,
  'iu',
)
