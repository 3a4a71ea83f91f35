import { isPixel } from '../../../mime/extraction/images.ts'
import { attribute, type Element, imageOf } from '../../mail/html-tree.ts'
import type { Add } from '../accessibility-rules.ts'
import { isDecorative, labelOf, type Seen } from '../look/page.ts'

export function checkLinks(page: readonly Seen[], add: Add): void {
  for (const { element, look, name } of page) {
    if (look.isHidden) continue
    checkNeighbours(element, add)
    const isLink = element.tagName === 'a' || element.tagName === 'area'
    if (!isLink || attribute(element, 'href') === undefined) continue
    const said = name || attribute(element, 'title')?.trim() || ''
    if (said === '') {
      add('link-name', 'The link has neither text nor an image with an alt.', element)
    } else if (saysNothing(said)) {
      add('link-text', `“${said}” does not say where the link leads.`, element)
    }
  }
}

/** Links within an element that stand beside each other. */
function checkNeighbours(parent: Element, add: Add): void {
  let before: string | undefined
  for (const node of parent.childNodes) {
    const isBlank = node.nodeName === '#comment' || ('value' in node && node.value.trim() === '')
    if (isBlank || node.nodeName === 'br') continue
    const link = node.nodeName === 'a' && 'attrs' in node ? node : null
    const href = link ? attribute(link, 'href') : undefined
    if (link && href && href === before) {
      add('adjacent-links', 'The link before this one leads to the same place.', link)
    }
    before = href
  }
}

export function checkImages(page: readonly Seen[], add: Add): void {
  for (const { element, look } of page) {
    if (element.tagName !== 'img' || look.isHidden || isDecorative(element)) continue
    const alt = attribute(element, 'alt')?.trim()
    const isNamed = Boolean(labelOf(element) ?? attribute(element, 'title')?.trim())
    if (alt === undefined) {
      if (!isNamed && !isPixel(imageOf(element))) add('image-alt', 'The image has no alt.', element)
    } else if (/^[^\s/]{1,200}\.(?:png|jpe?g|gif|webp|svg|bmp|avif)$/i.test(alt)) {
      add('alt-file-name', `The alt is “${alt.slice(0, 60)}”, the name of a file.`, element)
    }
  }
}

/** What links say that say nothing of where they lead, by language. Without marks at their ends. */
const phrases = {
  en: 'click|click here|here|this link|link|read more|more|learn more|more info|see more|view more|continue|go',
  de: 'klick|klicken|klicken sie hier|klicke hier|hier klicken|hier|dieser link|weiterlesen|mehr lesen|mehr|mehr erfahren|mehr dazu|weiter',
  fr: 'cliquez|cliquez ici|cliquer ici|ici|ce lien|lien|lire la suite|lire plus|plus|en savoir plus|voir plus|continuer',
  es: 'clic|haz clic aquí|haga clic aquí|clic aquí|pulse aquí|aquí|este enlace|enlace|leer más|más|más información|saber más|ver más|continuar',
  it: 'clicca|clicca qui|fai clic qui|qui|questo link|leggi di più|leggi tutto|continua a leggere|di più|scopri di più|altro|continua',
  pt: 'clique|clique aqui|aqui|este link|leia mais|ler mais|mais|saiba mais|saber mais|ver mais|continuar',
  nl: 'klik|klik hier|hier|deze link|lees meer|lees verder|meer|meer lezen|meer informatie|verder',
  pl: 'kliknij|kliknij tutaj|kliknij tu|tutaj|tu|ten link|czytaj więcej|czytaj dalej|więcej|dowiedz się więcej|zobacz więcej|dalej',
  sv: 'klicka|klicka här|här|denna länk|länk|läs mer|läs vidare|mer|mer information|visa mer|fortsätt',
  ru: 'нажмите|нажмите здесь|нажмите сюда|здесь|тут|сюда|по ссылке|ссылка|читать далее|подробнее|узнать больше|ещё|далее',
  ja: 'クリック|ここをクリック|こちらをクリック|ここ|こちら|こちらへ|このリンク|リンク|続きを読む|もっと見る|もっと読む|詳細|詳しくはこちら',
  zh: '点击|点击这里|点击此处|点这里|這裡|这里|此处|此链接|链接|阅读更多|更多|查看更多|了解更多|點擊這裡|點擊此處|閱讀更多',
}

const known = new Set(Object.values(phrases).flatMap((language) => language.split('|')))

/** Arrows and marks around the words change nothing. */
const saysNothing = (text: string): boolean =>
  known.has(text.toLowerCase().replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
