import { anywhere, asWords } from './word-list.ts'

/** What names a code that is typed once. */
const labels = {
  ar: `
    رمز, رمزك, رمزكم, الرمز, كود, كودك, الكود, كلمة مرور مؤقتة, كلمة المرور المؤقتة, كلمة سر مؤقتة,
    كلمة السر المؤقتة, رقم التحقق`,
  bg: 'код, кода, кодът, кодове, еднократн* парол*, временн* парол*',
  cs: 'kód, kódu, kódem, kódy, jednorázové heslo, dočasné heslo',
  da: '-kode, -koden, -koder, engangsadgangskode, midlertidig adgangskode, midlertidig kode',
  de: `
    -code, -codes, pin, karten-pin, konto-pin, wunsch-pin, geräte-pin, tan, sms-tan, mtan,
    m-tan, pushtan, push-tan, einmalpasswort, einmalkennwort, einmalschlüssel, einmal-passwort,
    einmal-kennwort, einmal-schlüssel, temporäres passwort, temporäres kennwort, einmaliges
    passwort, einmaliges kennwort, vorläufiges passwort, vorläufiges kennwort,
    bestätigungsnummer, bestätigungsschlüssel, prüfnummer, prüfziffer`,
  el: 'κωδικός, κωδικό, κωδικού, κωδικοί, κωδικος, κωδικο, κωδικό μίας χρήσης',
  en: `
    -code, -codes, otp, pin, 2fa, one-time password, one-time passcode, one-time pin, one time
    password, one time passcode, one time pin, temporary password, temporary passcode, temporary
    pin, verification number, verification token, verification key, verification id, security
    number, security token, security key, security id, authentication number, authentication
    token, authentication key, authentication id, login number, login token, login key, login
    id, sign-in number, sign-in token, sign-in key, sign-in id, sign in number, sign in token,
    sign in key, sign in id, access number, access token, access key, access id, token,
    passcode, passcodes`,
  es: `
    código, códigos, codigo, codigos, clave, clave de acceso, clave temporal, clave única, clave
    dinámica, contraseña temporal, contraseña de un solo uso, contraseña provisional`,
  fa: 'کد, رمز یکبار مصرف',
  fi: `
    -koodi, -koodisi, -koodin, -koodit, -koodinne, kertakäyttösalasana, kertakäyttösalasanasi,
    kertakäyttöinen salasana, kertakäyttöinen salasanasi, väliaikainen salasana, väliaikainen
    salasanasi, -tunnusluku, -tunnuslukusi, -tunnusluvun`,
  fr: `
    code, codes, mot de passe à usage unique, mot de passe temporaire, mot de passe provisoire,
    mot de passe unique, jeton`,
  he: 'קוד, הקוד, סיסמה חד-פעמית, סיסמה חד פעמית, סיסמה זמנית',
  hi: 'कोड, ओटीपी',
  hu: '-kód, -kódja, -kódod, -kódot, egyszer használatos jelszó, ideiglenes jelszó',
  id: 'kata sandi sekali pakai, kata sandi sementara',
  it: `
    codice, codici, password temporanea, password monouso, password provvisoria, password usa e
    getta`,
  nl: '-code, -codes, eenmalig wachtwoord, tijdelijk wachtwoord',
  no: '-kode, -koden, engangspassord, midlertidig passord, midlertidig kode',
  pl: `
    kod, kodu, kodem, kody, hasło jednorazowe, hasło tymczasowe, jednorazowe hasło, tymczasowe
    hasło`,
  pt: `
    código, códigos, codigo, codigos, senha temporária, senha de uso único, senha provisória,
    senha descartável, palavra-passe temporária, palavra-passe de uso único, palavra-passe
    provisória, palavra-passe descartável`,
  ro: `
    cod, codul, coduri, parolă unică, parolă temporară, parolă de unică folosință, parola unică,
    parola temporară, parola de unică folosință`,
  ru: 'код, кода, кодом, коду, коды, пин, пин-код, одноразов* парол*, временн* парол*',
  sk: 'kód, kódu, kódom, kódy, jednorazové heslo, dočasné heslo',
  sv: '-kod, -koden, -koder, engångslösenord, engångslösenordet, tillfälligt lösenord',
  tr: `
    kod, kodu, kodunuz, kodun, kodunu, kodunuzu, kodlar, tek kullanımlık şifre*, tek kullanımlık
    parola*, geçici şifre*, geçici parola*, şifreniz`,
  uk: 'код, коду, кодом, коди, одноразов* парол*, тимчасов* парол*',
  vi: 'mã, mã xác minh, mã xác nhận, mã xác thực, mã otp',
}

/** The same in scripts without spaces. */
const unspacedLabels = {
  ja: 'コード, 認証番号, 確認番号, 暗証番号, ワンタイムパスワード, 仮パスワード',
  ko: '인증번호, 인증 번호, 코드, 보안번호, 보안 번호, 확인번호, 확인 번호, 일회용비밀번호, 일회용 비밀번호, 임시비밀번호, 임시 비밀번호',
  th: 'รหัส',
  zh: `
    验证码, 驗證碼, 校验码, 動態碼, 动态码, 动态密码, 動態密碼, 一次性密码, 一次性密碼, 安全码, 安全碼, 登录码, 登入碼, 确认码, 確認碼, 识别码, 識別碼,
    临时密码`,
}

/** "Your special ID is 5H0Y2" names a code, unless it is the ID of one of these. */
const namedIds = `
    account, app, application, booking, case, company, customer, device, employee, event, invoice,
    meeting, member, message, object, order, patient, payment, profile, project, record, session,
    student, team, ticket, transaction, user, webinar`

/** Finds every label. */
export const label = new RegExp(
  [
    asWords(labels),
    anywhere(unspacedLabels),
    `(?<!(?:${asWords({ namedIds })})\\s)(?<!\\p{L})id(?=\\sis\\s)`,
    '(?<!\\p{L})verification(?=\\s?:)',
  ].join('|'),
  'giu',
)

/** What asks to type the code that stands directly behind it. */
const requests = {
  ar: 'أدخل',
  bg: 'въведете, въведи',
  cs: 'zadejte, zadej',
  da: 'indtast',
  de: 'gib, gebt, geben sie',
  el: 'πληκτρολογήστε, εισαγάγετε, εισάγετε',
  en: 'enter, type, type in',
  es: 'introduce, introduzca, ingresa, ingrese, escribe, escriba',
  fi: 'syötä, anna, kirjoita',
  fr: 'saisissez, entrez, tapez, saisis',
  he: 'הזן, הקלד, הזינו',
  hu: 'írja be, adja meg',
  it: 'inserisci, digita, inserisca',
  nl: 'voer, vul, typ',
  no: 'skriv inn, tast inn',
  pl: 'wpisz, podaj',
  pt: 'digite, insira, introduza',
  ro: 'introduceți, introdu',
  ru: 'введите, введи',
  sk: 'zadajte, zadaj',
  sv: 'ange, skriv in, knappa in',
  tr: 'girin, giriniz',
  uk: 'введіть, введи',
  vi: 'nhập',
}

const requestWord = asWords(requests)
const requestRest = '(?:\\s?:?|.{0,120}[:：])\\s?$'

/** At the end of what stands before a candidate: the word alone, or a sentence with a colon. */
export const request = new RegExp(`(${requestWord})${requestRest}`, 'iu')

export const labelOrRequest = new RegExp(`${label.source}|${requestWord}`, 'iu')
