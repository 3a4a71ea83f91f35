import type { RuleCases, TestMail } from '../mail-of.ts'

const link = (href: string, text = 'Your order'): TestMail => ({
  html: `<!doctype html><html lang="en"><title>t</title><body><h1 id="news">News</h1><a href="${href}">${text}</a></body></html>`,
})
const linksTo = (...hrefs: string[]) => hrefs.map((href) => link(href))
const inText = (text: string): TestMail => ({ text })
const good = link('https://example.com/orders/1')

export const linksCases: RuleCases = {
  'links.empty': {
    fires: linksTo('', '#', '#!', '  '),
    spares: [good, link('#news'), { html: '<a>No link</a><a name="here">A place</a>' }],
  },
  'links.script': {
    fires: linksTo(
      'javascript:void(0)',
      'JavaScript:pay()',
      'java\nscript:pay()',
      'vbscript:x',
      'data:text/html,x',
      'file:///C:/a.pdf',
    ),
    spares: [good, link('https://example.com/javascript:void')],
  },
  'links.relative': {
    fires: linksTo('/orders/1', 'www.example.com', '//example.com/a', 'ada@example.com', '?a=1'),
    spares: [
      good,
      link('{{url}}'),
      { html: '<base href="https://example.com/"><a href="/orders/1">a</a>' },
    ],
  },
  'links.invalid': {
    fires: linksTo('https://', 'https://a b.example.com/', 'https://a*b/x', 'http://?a'),
    spares: [good, link('https://example.com:8443/x'), link('https://{{host}}/x')],
  },
  'links.other-domain': {
    fires: [
      link('https://evil.example/', 'https://bank.example/login'),
      link('https://evil.example/', 'www.bank.example'),
      link('https://evil.co.uk/', 'bank.co.uk/login'),
    ],
    spares: [
      good,
      link('https://click.bank.example/', 'https://www.bank.example/login'),
      link('https://www.example.com/', 'https://other.example.com'),
      link('https://a.example/', 'and/or'),
      link('https://count.example/r?to=https%3A%2F%2Fbank.example%2F', 'https://bank.example'),
    ],
  },
  'links.other-name': {
    fires: [link('https://evil.example/', 'bank.example'), link('https://asp.example/', 'ASP.NET')],
    spares: [
      good,
      link('https://login.bank.example/', 'bank.example'),
      link('https://evil.example/', 'https://bank.example/login'),
      link('https://files.example/1', 'invoice.pdf'),
    ],
  },
  'links.anchor-target': {
    fires: linksTo('#nowhere', '#News'),
    spares: [
      ...linksTo('#news', '#top', '#'),
      { html: '<a href="#b%C3%A4r">a</a><a name="bär">b</a>' },
    ],
  },
  'links.http': {
    fires: [link('http://example.com/'), inText('See http://example.com/a.')],
    spares: [
      good,
      ...linksTo('http://localhost:3000/', 'http://app.test/', 'http://10.0.0.1/', 'http://app/'),
    ],
  },
  'links.scheme': {
    fires: linksTo('myapp://orders/1', 'whatsapp://send?text=a', 'ftp://example.com/'),
    spares: [good, ...linksTo('mailto:ada@example.com', 'tel:+15551234567', 'sms:+15551234567')],
  },
  'links.contact': {
    fires: linksTo('mailto:', 'mailto:ada', 'mailto:ada@a.example,bob', 'tel:', 'tel:call-us'),
    spares: [
      good,
      ...linksTo(
        'mailto:ada@example.com?subject=Hi',
        'mailto:?subject=Look%20at%20this',
        'mailto:ada@a.example,%20bob@b.example',
        'tel:+1 (555) 123-4567',
        'tel:110',
      ),
    ],
  },
  'links.ip-link': {
    fires: [
      link('http://192.0.2.1/a'),
      link('https://3221225985/'),
      link('https://[2001:db8::1]/'),
    ],
    spares: [good, link('https://1.example.com/')],
  },
  'links.shortener': {
    fires: [link('https://bit.ly/abc'), { text: 'See https://www.tinyurl.com/abc' }],
    spares: [good, link('https://orbit.ly.example.com/'), link('https://habit.ly/')],
  },
  'links.deceptive': {
    fires: linksTo(
      'https://bank.example@evil.example/',
      'https://%65vil.example/',
      'https://pаypal.example/',
      'https://аррӏе.com/',
      'https://аррӏе.example/',
    ),
    spares: [
      good,
      ...linksTo(
        'https://bücher.example/',
        'https://пример.example/',
        'https://роса.рф/',
        'https://example.com/a@b/%65',
        'https://例え.example/',
      ),
    ],
  },
  'links.punycode': {
    fires: linksTo('https://bücher.example/', 'https://xn--bcher-kva.example/'),
    spares: [good, link('https://example.com/bücher')],
  },
  'links.long': {
    fires: [link(`https://example.com/${'a'.repeat(2_029)}`)],
    spares: [good, link(`https://example.com/${'a'.repeat(2_028)}`)],
  },
  'links.space': {
    fires: linksTo('https://example.com/a b'),
    spares: [good, ...linksTo(' https://example.com/a ', 'https://example.com/a%20b')],
  },
  'links.double-escaped': {
    fires: [
      link('https://example.com/?a=1&amp;amp;b=2'),
      inText('https://example.com/?a=1&amp;b=2'),
    ],
    spares: [link('https://example.com/?a=1&amp;b=2'), inText('https://example.com/?a=1&b=2')],
  },
}
