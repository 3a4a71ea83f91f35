import { dana, days, hours, type DemoMail } from '../demo-mail.ts'
import { hillsPicture } from '../files/pictures.ts'

const lena = { name: 'Lena Brandt', address: 'lena@customer.example' }
const support = { name: 'Harbourlight Support', address: 'support@harbourlight.test' }
const ids = ['question', 'answer', 'thanks'].map((name) => `<invoice-pdf-${name}@customer.example>`)

const question: DemoMail = {
  minutesAgo: 3 * days + 8 * hours,
  mail: {
    from: lena,
    to: support,
    subject: 'Can’t download the invoice PDF',
    messageId: ids[0],
    text: 'Hi,\n\nthe button on the September invoice opens an empty tab. I tried two browsers.\nOur accountant needs it by Friday. Could you send it by mail?\n\nThanks\nLena\n',
  },
}

const answer: DemoMail = {
  minutesAgo: 3 * days + 6 * hours,
  mail: {
    from: support,
    to: lena,
    subject: 'Re: Can’t download the invoice PDF',
    messageId: ids[1],
    inReplyTo: ids[0],
    references: ids[0],
    text: 'Hello Lena,\n\nsorry about that. Since Tuesday the button needs cookies from our file server,\nand your browser rightly refuses them. A fix goes out this afternoon.\n\nCould you try once more after three o’clock?\n\nTomás\n\nOn Wednesday, Lena Brandt wrote:\n> the button on the September invoice opens an empty tab. I tried two browsers.\n> Our accountant needs it by Friday. Could you send it by mail?\n',
  },
}

const thanks: DemoMail = {
  minutesAgo: 3 * days + 3 * hours,
  mail: {
    from: lena,
    to: support,
    subject: 'Re: Re: Can’t download the invoice PDF',
    messageId: ids[2],
    inReplyTo: ids[1],
    references: [ids[0], ids[1]].join(' '),
    text: 'It works now. Thank you for the quick help!\n\nLena\n\nOn Wednesday, Harbourlight Support wrote:\n> sorry about that. Since Tuesday the button needs cookies from our file server,\n> and your browser rightly refuses them. A fix goes out this afternoon.\n>\n> Could you try once more after three o’clock?\n>\n> On Wednesday, Lena Brandt wrote:\n>> the button on the September invoice opens an empty tab. I tried two browsers.\n>> Our accountant needs it by Friday. Could you send it by mail?\n',
  },
}

const quoted = [
  'Sold. Tuesday at four, and Ines brings the whiteboard.',
  'I can do Tuesday after three.',
  'Wednesday is the release. Tuesday?',
  'Thursday I am on a train without windows, let alone network.',
  'Thursday morning, then?',
  'Monday is a holiday here. Any other day is good.',
  'When shall we talk about the search? I would like an hour.',
]

const meeting: DemoMail = {
  minutesAgo: 7 * days,
  mail: {
    from: { name: 'Yusuf Demir', address: 'yusuf@mailstop.test' },
    to: [dana, { name: 'Ines Carvalho', address: 'ines@mailstop.test' }],
    subject: 'Re: Re: Re: Re: Re: Re: An hour about the search',
    text: `${quoted.map((line, depth) => `${'> '.repeat(depth)}${line}`).join('\n')}\n`,
  },
}

const photo = (name: string, palette: string[]) => ({
  filename: `${name}.png`,
  content: hillsPicture(720, 400, palette),
  cid: `${name}@customer.example`,
})

const photos: DemoMail = {
  minutesAgo: 2 * days + 6 * hours,
  mail: {
    from: { name: 'Mina Okafor', address: 'mina@customer.example' },
    to: dana,
    subject: 'Three from the coast',
    html: `<div style="font:16px/1.6 Georgia,serif;color:#222;max-width:600px;padding:8px">
<p>The first was before breakfast, the last long after. The one in the middle is the bay where we lost the map.</p>
<img src="cid:dawn@customer.example" alt="Dawn over the hills" style="width:100%;border-radius:8px"><br><br>
<img src="cid:noon@customer.example" alt="The bay at noon" style="width:100%;border-radius:8px"><br><br>
<img src="cid:night@customer.example" alt="The hills at night" style="width:100%;border-radius:8px">
<p>Come along next year!<br>Mina</p></div>`,
    attachments: [
      photo('dawn', ['#33476b', '#f2a488', '#ffe3ae', '#7c5f86', '#524372', '#2d2850']),
      photo('noon', ['#6db7d8', '#d9f1f5', '#fffbe8', '#7fb2a0', '#43867c', '#1f5a5b']),
      photo('night', ['#0b1026', '#24335c', '#e9ecf5', '#1d2a4a', '#141d38', '#0a0f20']),
    ],
  },
}

const everyone: DemoMail = {
  minutesAgo: 4 * days + 2 * hours,
  mail: {
    from: { name: 'Facilities', address: 'facilities@mailstop.test' },
    to: Array.from({ length: 36 }, (_, index) => `desk-${index + 1}@mailstop.test`),
    cc: ['reception@mailstop.test', 'garden@mailstop.test'],
    subject: 'The lift rests on Thursday',
    text: 'Dear all,\n\nthe lift is being looked after on Thursday between nine and noon.\nThe stairs are the door to its left. They go to the same floors.\n\nFacilities\n',
  },
}

const nameless: DemoMail = {
  minutesAgo: 8 * hours,
  mail: {
    from: 'k.lindqvist@customer.example',
    to: dana,
    subject: 'lunch?',
    text: 'The place with the soup, half past twelve?\n',
  },
}

export const peopleMails: DemoMail[] = [
  question,
  answer,
  thanks,
  meeting,
  photos,
  everyone,
  nameless,
]
