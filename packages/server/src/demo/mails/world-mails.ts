import { larkspur } from '../brands.ts'
import { dana, days, hours, type DemoMail } from '../demo-mail.ts'
import { button, letter, rows } from '../letter.ts'

// Letters in the scripts that a product meets once it leaves home.

const rightToLeft = (html: string) => `<div dir="rtl" style="text-align:right">${html}</div>`

const japanese: DemoMail = {
  minutesAgo: 10 * hours,
  mail: {
    from: { name: '港町書店', address: 'order@minato.example' },
    to: { name: '佐藤花子', address: 'hanako@customer.example' },
    subject: 'ご注文の商品を発送いたしました',
    html: letter(
      {
        name: '港町書店',
        mark: '冊',
        accent: '#a32c3a',
        ground: '#f7f2ee',
        address: '港町書店 ポートアルダー本店',
      },
      {
        preview: '明日の午前中にお届けします。',
        body: `<h1>商品を発送いたしました</h1>
<p>佐藤花子 様<br>ご注文ありがとうございます。明日の午前中にお届けする予定です。</p>
${rows(
  [
    ['静かなコンパイラ 上巻', '¥1,980'],
    ['送料', '¥350'],
    ['合計', '¥2,330'],
  ],
  true,
)}`,
      },
    ),
  },
}

const arabic: DemoMail = {
  minutesAgo: days + 2 * hours,
  mail: {
    from: { name: 'مكتبة الميناء', address: 'info@maktaba.example' },
    to: dana,
    subject: 'تم تأكيد طلبك رقم ٢٠٤',
    html: letter(
      {
        name: 'مكتبة الميناء',
        mark: '◆',
        accent: '#0f6b4f',
        ground: '#eef5f1',
        address: 'مكتبة الميناء',
      },
      {
        preview: 'سيصلك الطلب يوم الخميس.',
        body: rightToLeft(
          `<h1>شكراً لك</h1><p>تم تأكيد طلبك رقم ٢٠٤، وسيصلك يوم الخميس قبل الظهر.</p>${rows([
            ['كتاب الرياح', '٤٥'],
            ['التوصيل', '٥'],
          ])}`,
        ),
      },
    ),
  },
}

const hebrew: DemoMail = {
  minutesAgo: 4 * days + 8 * hours,
  mail: {
    from: { name: 'נועה לוי', address: 'noa@customer.example' },
    to: dana,
    subject: 'Re: הפגישה ביום שלישי',
    html: rightToLeft(
      '<p style="font:16px/1.6 Arial,sans-serif">היי דנה,<br>יום שלישי בארבע מתאים לי. אביא את המצגת בגרסה 2.0.<br>נועה</p>',
    ),
  },
}

const hindi: DemoMail = {
  minutesAgo: 6 * days + 6 * hours,
  mail: {
    from: { name: 'बंदरगाह चाय', address: 'namaste@chai.example' },
    to: dana,
    subject: 'आपका खाता तैयार है',
    html: letter(
      {
        name: 'बंदरगाह चाय',
        mark: '●',
        accent: '#9a4b12',
        ground: '#fbf3e7',
        address: 'बंदरगाह चाय, पोर्ट एल्डर',
      },
      {
        preview: 'अब आप ऑर्डर कर सकते हैं।',
        body: '<h1>स्वागत है, डाना</h1><p>आपका खाता तैयार है। पहली चाय हमारी ओर से।</p>',
      },
    ),
  },
}

const chinese: DemoMail = {
  minutesAgo: 5 * days + 3 * hours,
  mail: {
    from: { name: '海港科技', address: 'notice@haigang.example' },
    to: { name: '王小明', address: 'xiaoming@customer.example' },
    subject: '您的验证码是 602 915',
    text: '您好：\n\n您的验证码是 602 915，十分钟内有效。\n如非本人操作，请忽略此邮件。\n\n海港科技\n',
  },
}

/** The letters of KOI8-R from 0xC0 on. */
const koi8 = 'юабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ'

const inKoi8 = (text: string) =>
  Buffer.from(
    Array.from(text, (character) => {
      const index = koi8.indexOf(character)
      return index === -1 ? character.charCodeAt(0) : 0xc0 + index
    }),
  )

const cyrillic: DemoMail = {
  minutesAgo: 8 * days,
  mail: (date) => ({
    envelope: { from: 'olga@customer.example', to: [dana.address] },
    raw: Buffer.concat([
      Buffer.from(
        [
          `From: =?koi8-r?B?${inKoi8('Ольга Морозова').toString('base64')}?= <olga@customer.example>`,
          `To: ${dana.address}`,
          `Subject: =?koi8-r?B?${inKoi8('Черновик статьи о поиске').toString('base64')}?=`,
          `Date: ${date}`,
          'MIME-Version: 1.0',
          'Content-Type: text/plain; charset=koi8-r',
          'Content-Transfer-Encoding: 8bit',
          '\r\n',
        ].join('\r\n'),
      ),
      inKoi8(
        'Дана, добрый день!\r\n\r\nПосылаю черновик. Третью главу я сегодня перепишу.\r\n\r\nОльга\r\n'.replaceAll(
          'ё',
          'е',
        ),
      ),
    ]),
  }),
}

const greek: DemoMail = {
  minutesAgo: 9 * days,
  mail: {
    from: { name: 'Ελένη Παππά', address: 'eleni@customer.example' },
    to: dana,
    subject: 'Καλημέρα από τη Θεσσαλονίκη',
    html: letter(larkspur, {
      preview: 'Τα λέμε την Παρασκευή.',
      body: `<h1>Καλημέρα!</h1><p>Φτάσαμε χθες το βράδυ. Τα λέμε την Παρασκευή.</p>${button(larkspur, 'Το πρόγραμμα', 'https://larkspur.test/el/week')}`,
    }),
  },
}

const emoji: DemoMail = {
  minutesAgo: days + 30,
  mail: {
    from: { name: 'Ines 🌊', address: 'ines@customer.example' },
    to: 'team@mailstop.test',
    subject: '🎉🎂 Yusuf turns 30 👨‍👩‍👧‍👦 cake at four 🍰',
    text: 'Kitchen, four o’clock. 🤫 Not a word to Yusuf. 🙏🏽\n',
  },
}

export const worldMails: DemoMail[] = [
  japanese,
  arabic,
  hebrew,
  hindi,
  chinese,
  cyrillic,
  greek,
  emoji,
]
