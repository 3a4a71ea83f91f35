import { Tokenizer } from 'htmlparser2'

const opensOutside = ' target="_blank" rel="noreferrer noopener"'

/** Html whose links open in a window of their own. Of an attribute that is there twice, the first counts. */
export function withOutsideLinks(html: string): string {
  const pieces: string[] = []
  let copied = 0
  const ignore = () => {}
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname(start, end) {
        if (end - start !== 1 || html.charAt(start).toLowerCase() !== 'a') return
        pieces.push(html.slice(copied, end), opensOutside)
        copied = end
      },
      onattribname: ignore,
      onattribdata: ignore,
      onattribentity: ignore,
      onattribend: ignore,
      onopentagend: ignore,
      onselfclosingtag: ignore,
      onclosetag: ignore,
      ontext: ignore,
      ontextentity: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return pieces.join('') + html.slice(copied)
}
