import type { RuleCases, TestMail } from '../mail-of.ts'

const pair = (html: string, text: string): TestMail => ({
  html: `<!doctype html><html><head><title>t</title><style>p{color:red}</style></head><body>${html}</body></html>`,
  text,
})
const words =
  'your order of three books has been sent today and will be with you on Friday thank you for shopping'
const other =
  'please open this mail in a program that can show pictures since we have nothing else for readers like yours'

/** The same in both, as different programs write it. */
const alike = [
  pair(`<p>${words}</p>`, words),
  pair(`<h1>Your Order</h1><p>${words}</p>`, `YOUR ORDER\n==========\n\n${words.toUpperCase()}`),
  pair(`<p><b>${words}</b></p>`, `**${words}**`),
  pair(`<ul><li>${words}</li></ul>`, `* ${words.replaceAll(' ', '\n')}`),
  pair(`<p>Don’t wait: it’s “free” – ${words}</p>`, `Don't wait: it's "free" - ${words}`),
  pair(`<p>caf&eacute; ${words}</p>`, `café ${words}`),
  pair(`<p>cafe&#x301; ${words}</p>`, `café ${words}`),
  pair(`<p>&shy;un&shy;for&shy;get&shy;table ${words}</p>`, `unforgettable ${words}`),
  pair(`<div>&zwnj;&nbsp;&zwnj;&nbsp;&#8203;</div><p>${words}</p>`, words),
  pair(
    `<p>${words} <a href="https://example.com/a">Open it</a></p>`,
    `${words} Open it: https://example.com/a`,
  ),
  pair(
    `<p>${words} <a href="https://example.com/a">Open it</a></p>`,
    `${words} Open it [https://example.com/a]`,
  ),
  pair(
    `<p>${words} <a href="https://example.com/a">Open it</a></p>`,
    `${words} [Open it](https://example.com/a/)`,
  ),
  pair(
    `<p>${words} <a href="https://example.com/a?utm_source=x">Open it</a></p>`,
    `${words} Open it https://example.com/a?utm_source=text`,
  ),
  pair(
    `<img src="https://example.com/a.png" alt="Rocket Books, since 1990"><p>${words}</p>`,
    `Rocket Books, since 1990\n\n${words}`,
  ),
  pair(
    '<p>ご注文ありがとうございます。本日発送しました。</p>',
    'ご注文ありがとうございます。\n本日発送しました。',
  ),
  pair('<p>您的订单已经发货,感谢您的购买。</p>', '您的订单已经发货，感谢您的购买。'),
  pair(
    '<p>주문하신 상품이 오늘 발송되었습니다 감사합니다</p>',
    '주문하신 상품이 오늘\n발송되었습니다 감사합니다',
  ),
  pair(
    '<p dir="rtl">تم شحن طلبك اليوم شكرا لتسوقك معنا</p>',
    'تم شحن طلبك اليوم\nشكرا لتسوقك معنا',
  ),
  pair(
    '<p dir="rtl">ההזמנה שלך נשלחה היום תודה שקנית אצלנו</p>',
    '\u200fההזמנה שלך נשלחה היום\nתודה שקנית אצלנו',
  ),
  pair('<p>คำสั่งซื้อของคุณถูกจัดส่งแล้ว</p>', 'คำสั่งซื้อของคุณ\nถูกจัดส่งแล้ว'),
  pair(
    '<p>Ваш заказ отправлен сегодня спасибо за покупку у нас</p>',
    'Ваш заказ отправлен сегодня\n\nспасибо за покупку у нас',
  ),
]
const apart = [
  pair(`<p>${words}</p>`, other),
  pair(`<p>${words}</p>`, 'Your mail program shows no html.'),
  pair(
    '<p>ご注文ありがとうございます。本日発送しました。</p>',
    '您的订单已经取消，请联系我们的客服人员。',
  ),
  pair(
    '<p dir="rtl">تم شحن طلبك اليوم شكرا لتسوقك معنا</p>',
    'your parcel is late and we are sorry',
  ),
  pair('<p>Ваш заказ отправлен сегодня</p>', 'your order was sent out today friend'),
]
const partly = [
  // Many write a short text beside a long html.
  pair(
    `<h1>Reset your password</h1><p>Somebody asked to reset the password of your account. Press the button to choose a new one; it works for an hour.</p><p>Nobody else can see this link. Rocket Books, 5 Harbour Street</p>`,
    'Reset your password: the link works for an hour.',
  ),
  pair(
    `<p>${words}</p><p>Visit our new branch downtown, open every weekday until eight</p>`,
    words,
  ),
  pair(`<p>${words}</p>`, `${words} Visit our new branch downtown, open every weekday until eight`),
]

export const textCases: RuleCases = {
  'text.differs': { fires: apart, spares: [...alike, ...partly, pair('<p>Hello</p>', 'Goodbye')] },
  'text.partly-differs': {
    fires: partly,
    spares: [
      ...alike,
      ...apart,
      ...['display:none', 'max-height:0', 'opacity:0', 'font-size:1px', 'mso-hide:all'].map(
        (style) => pair(`<div style="${style}">${other}</div><p>${words}</p>`, words),
      ),
    ],
  },
  'text.values': {
    fires: [
      pair(`<p>Your verification code is 482913</p>`, 'Your verification code is 193482'),
      pair(`<p>${words}</p><p>Total: $12.50</p>`, `${words}\n\nTotal: $13.50`),
      pair(`<p>${words}</p><p>Summe: 1.234,50&nbsp;€</p>`, `${words}\n\nSumme: 1.234,05 €`),
      pair(`<p>${words}</p><p>EUR 12</p>`, `${words}\n\n12.01 EUR`),
    ],
    spares: [
      ...alike,
      pair(`<p>Your verification code is 482913</p>`, 'Your verification code is 482 913'),
      pair(`<p>Your verification code is 482913</p>`, 'Your verification code is 482913.'),
      pair(`<p>${words}</p><p>Total: $12.50</p>`, `${words}\n\nTotal: $ 12,5`),
      pair(`<p>${words}</p><p>Summe: 1.234,50&nbsp;€</p>`, `${words}\n\nSumme: EUR 1'234.50`),
      pair(`<p>${words}</p><p>$12 <s>$15</s></p>`, `${words}\n\n$12`),
      pair(`<p>${words}</p><p>€12.00</p>`, `${words}\n\n12 €`),
    ],
  },
  'text.empty': {
    fires: [pair('<p>Hello</p>', ''), pair('<p>Hello</p>', ' \n\n')],
    spares: [pair('<p>Hello</p>', 'Hello'), { html: '<p>Hello</p>' }, { text: '' }],
  },
  'text.markup': {
    fires: [
      { text: '<p>Hello</p>\n<p>Bye</p>' },
      { text: 'You&#39;ve got mail' },
      { text: 'Open https://example.com/?a=1&amp;b=2' },
      { text: 'Hello&nbsp;Ada' },
    ],
    spares: [
      { text: 'Use <b> for bold' },
      { text: 'AT&T; R&D; a & b; Write to <ada@example.net> <https://example.com/>' },
      pair('<p>Hello</p>', 'Hello'),
    ],
  },
  'text.links': {
    fires: [
      pair(`<p>${words} <a href="https://example.com/a">Open it</a></p>`, words),
      pair(`<p>${words}</p>`, `${words} https://example.com/a`),
    ],
    spares: alike,
  },
}
