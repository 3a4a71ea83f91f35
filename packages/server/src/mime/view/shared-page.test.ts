import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import { pageOfMail } from './described-mail.ts'
import { plainPage, sharedPage, type SharedPage } from './shared-page.ts'

const hostile = `"></iframe><script>alert(1)</script><img src="https://track.test/1"><a href='x"'>A</a>&quot;&lt;`
const mail = new Uint8Array(
  Buffer.from(
    [
      'Subject: x',
      'X-Evil: </pre><script>alert(2)</script>',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: multipart/alternative; boundary=c',
      '',
      '--c',
      '',
      '</pre><script>alert(3)</script>',
      '--c',
      'Content-Type: text/html',
      '',
      hostile,
      '--c--',
      '--b',
      'Content-Type: text/plain; name="<script>.txt"',
      '',
      'file',
      '--b--',
    ].join('\r\n'),
  ),
)

const asked: SharedPage = {
  subject: '</h1><script>alert(4)</script>',
  from: '"><script>',
  to: '</dd><script>',
  date: '',
  end: '',
  shows: ['headers', 'source', 'files'],
  view: undefined,
  images: false,
  key: '"><script>',
}

async function read(change: Partial<SharedPage> = {}) {
  const elements: { name: string; attributes: Record<string, string> }[] = []
  const parser = new Parser({
    onopentag: (name, attributes) => elements.push({ name, attributes }),
  })
  parser.end(Buffer.from(await sharedPage(mail, { ...asked, ...change })).toString())
  const named = (name: string) => elements.filter((element) => element.name === name)
  return { named, links: named('a').map(({ attributes }) => attributes['href']) }
}

test.each([['html'], ['text'], ['headers']] as const)(
  'what a mail says is only text in the page of a link, and no script: %s',
  async (view) => {
    const { named } = await read({ view })
    expect(named('script')).toEqual([])
    // Other icons would be asked for from this server, which the policy of the page refuses.
    expect(named('link').map(({ attributes }) => attributes)).toEqual([
      { rel: 'icon', href: 'data:,' },
    ])
    expect(named('iframe')).toHaveLength(view === 'html' ? 1 : 0)
  },
)

test('the html of a mail is whole, in a frame that runs nothing', async () => {
  const [frame] = (await read({ images: true })).named('iframe')
  const page = await pageOfMail(mail, { opensOutside: true })
  const decoded = frame?.attributes['srcdoc']
  expect(decoded).toBe(page)
  expect(frame?.attributes['sandbox']).toBe('allow-popups allow-popups-to-escape-sandbox')
})

test('the page of a link leads to what the link shows, and no further', async () => {
  const key = `key=${encodeURIComponent(asked.key)}`
  expect((await read()).links).toEqual([
    `?file=1&${key}`,
    `?file=source&${key}`,
    `?view=html&${key}`,
    `?view=text&${key}`,
    `?view=headers&${key}`,
    `?images=true&${key}`,
  ])
  const little = await read({ shows: [], key: '', images: true, view: 'headers' })
  expect(little.links).toEqual(['?view=html', '?view=text'])
  expect(little.named('iframe')).toHaveLength(1)
})

test('a page without a mail has a form where there is a button', () => {
  const page = plainPage({ title: '<b>', text: '&', button: 'Show' })
  expect(page).toContain('<h1>&lt;b&gt;</h1><p>&amp;</p><form method="post">')
  expect(plainPage({ title: '', text: '' })).not.toContain('<form')
})

test('an image of the text is no file beside the html, and one that is not fetched is hidden where it has no words', async () => {
  const picture = new Uint8Array(
    Buffer.from(
      [
        'Content-Type: multipart/related; boundary=b',
        '',
        '--b',
        'Content-Type: text/html',
        '',
        '<img src="cid:a"><img src="https://track.test/1">',
        '--b',
        'Content-Type: image/png',
        'Content-ID: <a>',
        'Content-Disposition: inline',
        '',
        'png',
        '--b--',
      ].join('\r\n'),
    ),
  )
  const pageFor = async (change: Partial<SharedPage>) =>
    Buffer.from(await sharedPage(picture, { ...asked, key: '', ...change })).toString()
  const blocked = await pageFor({ shows: ['files'] })
  expect(blocked).not.toContain('download>')
  expect(blocked).toContain('{visibility:hidden}</style>')
  expect(await pageFor({ images: true })).not.toContain('{visibility:hidden}')
})
