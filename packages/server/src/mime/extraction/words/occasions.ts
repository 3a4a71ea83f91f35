import { anywhere, asWords } from './word-list.ts'

/** What a mail with a code is about. */
const occasions = {
  ar: 'تسجيل, تحقق, التحقق, تأكيد, رمز, الرمز',
  bg: 'вход*, влез*, потвърд*, парол*, код*',
  cs: 'přihl*, potvr*, ověř*, hesl*, kód*',
  da: 'log ind, login, bekræft*, adgangskode, kode*',
  de: 'anmeld*, bestätig*, passwor*, einmal*, zugang*, login',
  el: 'σύνδεσ*, συνδεθ*, επιβεβαί*, επαλήθευσ*, κωδικ*',
  en: `
    sign in, sign-in, signin, sign up, sign-up, signing in, signing up, log in, login, log-in,
    logging in, log on, verif*, confirm*, authenti*, two-factor, 2fa, otp, password, passwords,
    passcode, one-time, code, codes, pin, access`,
  es: 'inici*, sesión, acceso, acced*, verific*, contraseña, código, codigo',
  fi: 'kirjaudu*, kirjautumi*, vahvist*, salasana*, koodi*',
  fr: 'connexion, connect*, confirm*, vérifi*, mot de passe, code',
  he: 'כניסה, התחברות, אימות, קוד, הקוד',
  hu: 'bejelentkez*, megerősít*, jelszó, kód*',
  it: 'accesso, accedi, acced*, verific*, conferm*, codice, password',
  nl: 'inlog*, log in, bevestig*, verifi*, wachtwoord, code',
  no: 'logg inn, innlogging*, bekreft*, passord, kode*',
  pl: 'logow*, zalog*, potwierd*, weryfik*, hasł*, kod*',
  pt: 'entrar, acesso, login, verific*, confirm*, senha, código',
  ro: 'autentific*, verific*, confirm*, parol*, cod*',
  ru: 'вход*, войти, подтвер*, парол*, код*',
  sk: 'prihl*, potvr*, over*, hesl*, kód*',
  sv: 'logga, inloggning*, bekräft*, verifier*, lösenord*, kod*',
  tr: 'giriş, doğrula*, onayla*, şifre*, kod*',
  uk: 'вхід, увійти, підтвер*, парол*, код*',
  vi: 'đăng nhập, xác minh, xác nhận, xác thực, mã',
}

/** The same in scripts without spaces. */
const unspacedOccasions = {
  ja: 'ログイン, 認証, 確認, サインイン, パスワード',
  ko: '로그인, 인증, 확인, 비밀번호',
  th: 'เข้าสู่ระบบ, ยืนยัน',
  zh: '登录, 登錄, 登入, 验证, 驗證, 确认, 確認, 密码, 密碼',
}

export const occasion = new RegExp(`${asWords(occasions)}|${anywhere(unspacedOccasions)}`, 'iu')
