import { kettle, larkspur } from '../brands.ts'
import { dana, days, hours, type DemoMail } from '../demo-mail.ts'
import { barChart, hillsPicture } from '../files/pictures.ts'
import { button, letter, rows, small, soft } from '../letter.ts'

const dusk = ['#2b2a4c', '#e8927c', '#ffd9a0', '#6a4c7a', '#42345f', '#231f3f']
const morning = ['#bfe0ea', '#fbeed5', '#fff8e6', '#a9c9a4', '#6fa287', '#3e7468']

const stories = [
  ['The index that nobody asked for', 'Eleven years of search, and the day we deleted most of it.'],
  ['Reading a core dump with a child on your lap', 'Small steps, large font, frequent snacks.'],
  ['What your retry loop says about you', 'A field guide to back-off, from hopeful to resigned.'],
]

const storyRows = stories
  .map(
    ([title, about], index) =>
      `<tr><td width="34" valign="top" style="padding:16px 0;font:700 22px Georgia,serif;color:#c4622d">${index + 1}</td>` +
      `<td class="line" style="padding:16px 0;border-bottom:1px solid #e6dfd2"><a href="https://slowcompile.example/12/${index + 1}" class="title" style="color:#221d16;font:700 18px/1.3 Georgia,serif;text-decoration:none">${title}</a><br><span class="soft" style="color:#6d6455;font:15px/1.5 Georgia,serif">${about}</span></td></tr>`,
  )
  .join('')

const slowCompile: DemoMail = {
  minutesAgo: 20 * hours,
  mail: {
    from: { name: 'The Slow Compile', address: 'letters@slowcompile.example' },
    to: 'list@customer.example',
    subject: 'Nine things that we learned from a million launches, and one that we did not',
    list: {
      unsubscribe: { url: 'https://slowcompile.example/leave/dana', comment: 'Leave the list' },
    },
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<style>
@media (prefers-color-scheme: dark) {
  .page { background: #1a1713 !important; } .sheet { background: #231f19 !important; }
  .title, .ink { color: #f2eadc !important; } .soft { color: #b5aa97 !important; } .line { border-color: #3a342a !important; }
}
</style></head>
<body style="margin:0">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#efe9dd"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;table-layout:fixed;background:#fbf8f1;border-radius:4px">
<tr><td align="center" style="padding:34px 40px 20px"><span class="ink" style="font:italic 700 34px/1 Georgia,'Times New Roman',serif;letter-spacing:-0.02em;color:#221d16">The Slow Compile</span><br><span class="soft" style="font:12px/2.4 Georgia,serif;letter-spacing:0.16em;color:#6d6455">LETTER TWELVE &nbsp;·&nbsp; TO BE READ WITH TEA</span></td></tr>
<tr><td><img src="cid:dusk@slowcompile.example" width="600" alt="Hills at dusk" style="display:block;width:100%"></td></tr>
<tr><td style="padding:30px 40px 6px" class="ink"><p style="margin:0;font:18px/1.6 Georgia,serif;color:inherit"><span style="float:left;padding:6px 8px 0 0;font:700 52px/0.8 Georgia,serif;color:#c4622d">A</span> million launches sounds like a lot, until you notice that most of them were the same launch, tried again. We went through the logs with a pencil. Nine things stood out. The tenth we are still arguing about.</p></td></tr>
<tr><td style="padding:6px 40px 20px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0">${storyRows}</table></td></tr>
<tr><td style="padding:0 40px 26px"><img src="https://pictures.slowcompile.example/letter-12/chart.png" width="520" height="180" alt="A chart of launches by hour of the day" style="display:block;width:100%;background:#efe9dd"></td></tr>
<tr><td class="soft" style="padding:18px 40px 34px;font:13px/1.6 Georgia,serif;color:#6d6455">Written by hand in Port Alder. <a href="https://slowcompile.example/leave/dana" style="color:inherit">Leave the list</a>, no hard feelings.<img src="https://count.slowcompile.example/open/12/dana.gif" width="1" height="1" alt=""></td></tr>
</table></td></tr></table>
</body></html>`,
    attachments: [
      {
        filename: 'dusk.png',
        content: hillsPicture(600, 220, dusk),
        cid: 'dusk@slowcompile.example',
      },
    ],
  },
}

const autumnMenu: DemoMail = {
  minutesAgo: 3 * days + 9 * hours,
  mail: {
    from: { name: 'Kettle & Crumb', address: 'news@kettle.example' },
    to: dana,
    subject: 'The autumn menu is here 🍂',
    html: letter(kettle, {
      preview: 'Pumpkin rye, quince tart, and the dark roast is back.',
      body: `<img src="cid:morning@kettle.example" width="460" alt="Morning over the hills" style="display:block;width:100%;margin-bottom:24px;border-radius:10px">
<h1>The autumn menu is here</h1>
${soft('The ovens burn a little longer, and the dark roast is back.')}
${rows([
  ['Pumpkin rye', '€6.20'],
  ['Quince tart with almond', '€4.80'],
  ['Night Ferry, dark roast', '€15.00'],
])}
${button(kettle, 'See the whole menu', 'https://kettle.example/menu')}
<img src="https://pictures.kettle.example/autumn/tart.jpg" width="460" height="240" alt="Quince tart" style="display:block;width:100%;border-radius:10px;background:#f3e4d6">`,
    }),
    attachments: [
      {
        filename: 'morning.png',
        content: hillsPicture(600, 260, morning),
        cid: 'morning@kettle.example',
      },
    ],
  },
}

const productNews: DemoMail = {
  minutesAgo: 5 * days,
  mail: {
    from: { name: 'Larkspur', address: 'news@larkspur.test' },
    to: 'team@mailstop.test',
    subject: 'New: plan a week by dragging it',
    text: 'You can now plan a week by dragging it. See https://larkspur.test/news/weeks\n',
    amp: `<!doctype html>
<html ⚡4email data-css-strict><head><meta charset="utf-8"><script async src="https://cdn.ampproject.example/v0.js"></script>
<style amp4email-boilerplate>body{visibility:hidden}</style></head>
<body><h1>Plan a week by dragging it</h1></body></html>`,
    html: letter(larkspur, {
      preview: 'And three smaller things.',
      body: `<h1>Plan a week by dragging it</h1>
<p>Pull a card to Thursday and everything that depends on it follows. Hold <kbd style="padding:1px 6px;border:1px solid #d5d3ea;border-radius:5px;font-size:12px">Alt</kbd> to move it alone.</p>
<p class="soft" style="color:#646b78">Also new: quieter reminders, a board that prints on one page, and a dark theme that is dark.</p>
${button(larkspur, 'Try it', 'https://larkspur.test/news/weeks')}`,
    }),
  },
}

const weekly: DemoMail = {
  minutesAgo: 6 * hours,
  mail: {
    from: { name: 'Larkspur Reports', address: 'reports@larkspur.test' },
    to: ['leads@mailstop.test', dana],
    subject: 'Your week: 41 cards finished, 9 more than the week before',
    html: letter(larkspur, {
      preview: 'The best week since August.',
      body: `<h1>The best week since August</h1>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:10px 0 22px"><tr>
<td width="33%"><span style="font-size:32px;font-weight:700;letter-spacing:-0.03em">41</span><br><span class="soft" style="color:#646b78">finished</span></td>
<td width="33%"><span style="font-size:32px;font-weight:700;letter-spacing:-0.03em">2.4 d</span><br><span class="soft" style="color:#646b78">from start to end</span></td>
<td width="33%"><span style="font-size:32px;font-weight:700;letter-spacing:-0.03em">3</span><br><span class="soft" style="color:#646b78">waiting for someone</span></td>
</tr></table>
<img src="cid:weeks@larkspur.test" width="460" alt="Cards finished in each of the last twelve weeks" style="display:block;width:100%;margin-bottom:8px">
${small('Cards finished, in each of the last twelve weeks')}
${rows([
  ['Mina', '14'],
  ['Yusuf', '11'],
  ['Ines', '9'],
  ['You', '7'],
])}`,
    }),
    attachments: [
      {
        filename: 'weeks.png',
        content: barChart(
          [0.5, 0.62, 0.44, 0.7, 0.66, 0.38, 0.55, 0.72, 0.6, 0.68, 0.74, 0.95],
          '#cfcaf3',
          '#5a4fcf',
        ),
        cid: 'weeks@larkspur.test',
      },
    ],
  },
}

export const newsletterMails: DemoMail[] = [slowCompile, autumnMenu, productNews, weekly]
