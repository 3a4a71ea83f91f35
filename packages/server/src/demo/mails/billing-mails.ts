import { harbourlight, kettle } from '../brands.ts'
import { dana, days, hours, type DemoMail } from '../demo-mail.ts'
import { invoicePdf } from '../files/invoice-pdf.ts'
import { bagPicture, cupPicture, loafPicture } from '../files/pictures.ts'
import { button, letter, rows, small, soft } from '../letter.ts'

const shop = { name: 'Kettle & Crumb', address: 'receipts@kettle.example' }
const hosting = { name: 'Harbourlight Billing', address: 'billing@harbourlight.test' }

const bought = [
  {
    cid: 'bag@kettle.example',
    text: 'Harbour Blend, whole beans',
    about: '500 g',
    price: '€16.50',
  },
  { cid: 'loaf@kettle.example', text: 'Country loaf', about: '2 pieces', price: '€11.00' },
  {
    cid: 'cup@kettle.example',
    text: 'Stoneware cup, terracotta',
    about: '1 piece',
    price: '€19.00',
  },
]

const boughtRows = bought
  .map(
    ({ cid, text, about, price }) =>
      `<tr><td class="line" width="68" style="padding:12px 0;border-top:1px solid #eaecf0"><img src="cid:${cid}" width="56" height="56" alt="" style="display:block;border-radius:10px"></td>` +
      `<td class="line" style="padding:12px 0 12px 14px;border-top:1px solid #eaecf0"><b style="font-weight:600">${text}</b><br><span class="soft" style="font-size:13px;color:#646b78">${about}</span></td>` +
      `<td class="line" align="right" style="padding:12px 0;border-top:1px solid #eaecf0;font-variant-numeric:tabular-nums">${price}</td></tr>`,
  )
  .join('')

const receipt: DemoMail = {
  minutesAgo: 2,
  mail: {
    from: shop,
    to: dana,
    replyTo: 'help@kettle.example',
    subject: 'Your receipt from Kettle & Crumb',
    text: 'Thanks, Dana. Your order is in the oven.\n\nHarbour Blend, whole beans  €16.50\nCountry loaf (2)            €11.00\nStoneware cup, terracotta   €19.00\nDelivery by bicycle          €3.90\n\nTotal                       €50.40\n\nhttps://kettle.example/orders/20418\n',
    html: letter(kettle, {
      preview: 'Order 20418 · €50.40 · arrives tomorrow before noon',
      body: `<h1>Thanks, Dana. Your order is in the oven.</h1>
${soft('Order 20418 leaves us at six tomorrow morning and is with you before noon. There’s nothing else you need to do.')}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse">${boughtRows}</table>
${rows(
  [
    ['Delivery by bicycle', '€3.90'],
    ['Total', '€50.40'],
  ],
  true,
)}
${button(kettle, 'Follow your order', 'https://kettle.example/orders/20418')}
${small('Paid with the card ending in 4417. The receipt is attached as a PDF.')}`,
    }),
    attachments: [
      { filename: 'bag.png', content: bagPicture(), cid: 'bag@kettle.example' },
      { filename: 'loaf.png', content: loafPicture(), cid: 'loaf@kettle.example' },
      { filename: 'cup.png', content: cupPicture(), cid: 'cup@kettle.example' },
      {
        filename: 'receipt-20418.pdf',
        content: invoicePdf({
          seller: 'Kettle & Crumb',
          title: 'Receipt 20418',
          about: ['For Dana Demo', 'Paid with the card ending in 4417'],
          lines: [
            { text: 'Harbour Blend, whole beans, 500 g', amount: 'EUR 16.50' },
            { text: 'Country loaf, 2 pieces', amount: 'EUR 11.00' },
            { text: 'Stoneware cup, terracotta', amount: 'EUR 19.00' },
            { text: 'Delivery by bicycle', amount: 'EUR 3.90' },
          ],
          total: 'EUR 50.40',
          footer: 'Kettle & Crumb, 14 Quay Street, Port Alder',
        }),
      },
    ],
  },
}

const invoice: DemoMail = {
  minutesAgo: 3 * days + 2 * hours,
  mail: {
    from: hosting,
    to: [dana, 'accounts@mailstop.test'],
    subject: 'Invoice HL-2041 for October',
    text: 'Your invoice HL-2041 over $58.54 is attached. It will be taken from your card on the 5th.\n',
    html: letter(harbourlight, {
      preview: '$58.54, taken from your card on the 5th',
      body: `<h1>Your October invoice</h1>
${soft('Invoice HL-2041 is attached. We take it from your card on the 5th.')}
${rows(
  [
    ['Small machine, 2 of them', '$36.00'],
    ['Managed database', '$14.00'],
    ['Traffic beyond 1 TB', '$4.20'],
    ['Tax', '$4.34'],
    ['Total', '$58.54'],
  ],
  true,
)}
${button(harbourlight, 'See the invoice', 'https://harbourlight.test/invoices/HL-2041')}
${small('Questions? Answer this letter and a person reads it.')}`,
    }),
    attachments: [
      {
        filename: 'HL-2041.pdf',
        content: invoicePdf({
          seller: 'Harbourlight Hosting Ltd',
          title: 'Invoice HL-2041',
          about: ['For Dana Demo', 'Services in October', 'Due on the 5th'],
          lines: [
            { text: 'Small machine, 2 of them', amount: '$36.00' },
            { text: 'Managed database', amount: '$14.00' },
            { text: 'Traffic beyond 1 TB', amount: '$4.20' },
            { text: 'Tax', amount: '$4.34' },
          ],
          total: '$58.54',
          footer: 'Harbourlight Hosting Ltd, Pier 9, Port Alder',
        }),
      },
    ],
  },
}

const declined: DemoMail = {
  minutesAgo: 5 * days + 7 * hours,
  mail: {
    from: hosting,
    to: dana,
    subject: 'Your card was declined',
    priority: 'high',
    html: letter(harbourlight, {
      preview: 'Nothing is switched off yet. We try again in three days.',
      body: `<h1>Your card was declined</h1>
<p>Your bank refused the payment of <b>$41.10</b> with the card ending in 0093. Nothing is switched off: we try again in three days, and twice after that.</p>
${button(harbourlight, 'Use another card', 'https://harbourlight.test/billing/cards')}
${small('If you have already put this right, there is nothing left to do.')}`,
    }),
  },
}

const refund: DemoMail = {
  minutesAgo: 11 * days,
  mail: {
    from: shop,
    to: dana,
    subject: 'We have refunded €6.80',
    text: 'Dana,\n\nThe almond croissants were sold out before we reached your order. We are sorry.\n€6.80 is on its way back to your card and arrives in two or three days.\n\nKettle & Crumb\n',
  },
}

export const billingMails: DemoMail[] = [receipt, invoice, declined, refund]
