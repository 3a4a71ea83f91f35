import { gzipSync } from 'node:zlib'
import { watchkeeper } from '../brands.ts'
import { days, hours, type DemoMail } from '../demo-mail.ts'
import { lineChart } from '../files/pictures.ts'
import { button, letter, rows, small } from '../letter.ts'

const deployer = { name: 'Deploy Bot', address: 'deploys@watchkeeper.example' }
const watch = { name: 'Watchkeeper', address: 'alerts@watchkeeper.example' }
const onCall = ['oncall@mailstop.test', 'platform@mailstop.test']

const badge = (text: string, background: string, ink: string) =>
  `<span style="display:inline-block;margin-bottom:14px;padding:4px 10px;border-radius:20px;background:${background};color:${ink};font-size:12px;font-weight:700;letter-spacing:0.04em">${text}</span>`

const failed = badge('FAILED', '#fde4e4', '#a81f24')
const resolved = badge('RESOLVED', '#dcf3e5', '#146338')
const firing = badge('FIRING', '#fdebd6', '#96480a')

const deployLog = `migrate  0031_split_addresses
migrate  ERROR  column "postcode" of relation "addresses" does not exist
migrate  rolled back in 0.4 s
deploy   stopped: the release that was running is still running`

const deployFailed: DemoMail = {
  minutesAgo: 14,
  mail: {
    from: deployer,
    to: onCall,
    subject: 'production: deploy #1842 failed at migrate',
    messageId: '<deploy-1842-failed@watchkeeper.example>',
    text: `production: deploy #1842 failed at migrate\n\n${deployLog}\n`,
    html: letter(watchkeeper, {
      preview: 'The release that was running is still running.',
      body: `${failed}
<h1>Deploy #1842 stopped at “migrate”</h1>
${rows([
  ['Environment', 'production'],
  ['Commit', '<code>c41d9e0</code> Split addresses into their own table'],
  ['By', 'Yusuf Demir'],
])}
<pre style="margin:0 0 20px;padding:14px 16px;border-radius:10px;background:#1b1e26;color:#dfe3ea;font:12.5px/1.65 ui-monospace,Menlo,Consolas,monospace;overflow:auto">${deployLog}</pre>
${button(watchkeeper, 'Open the log', 'https://watchkeeper.example/deploys/1842')}`,
    }),
  },
}

const deployRecovered: DemoMail = {
  minutesAgo: 6,
  mail: {
    from: deployer,
    to: onCall,
    subject: 'production: deploy #1843 is live',
    inReplyTo: '<deploy-1842-failed@watchkeeper.example>',
    references: '<deploy-1842-failed@watchkeeper.example>',
    html: letter(watchkeeper, {
      preview: 'Eight minutes after #1842 failed.',
      body: `${resolved}
<h1>Deploy #1843 is live</h1>
${rows([
  ['Environment', 'production'],
  ['Commit', '<code>90b2f7a</code> Add the postcode before it is moved'],
  ['Took', '2 min 48 s'],
])}
${small('12 of 12 instances healthy.')}`,
    }),
  },
}

const latencies = [
  0.2, 0.22, 0.19, 0.24, 0.21, 0.23, 0.2, 0.26, 0.22, 0.25, 0.31, 0.28, 0.36, 0.47, 0.58, 0.71,
  0.69, 0.82, 0.9, 0.86, 0.93, 0.88, 0.91,
]

const latencyFiring: DemoMail = {
  minutesAgo: 2 * days + 70,
  mail: {
    from: watch,
    to: onCall,
    subject: '[FIRING] p99 latency above 400 ms on checkout-api',
    messageId: '<latency-77@watchkeeper.example>',
    html: letter(watchkeeper, {
      preview: '912 ms for six minutes',
      body: `${firing}
<h1>checkout-api answers slowly</h1>
<p>The slowest one in a hundred requests took <b>912 ms</b> over the last six minutes. The limit is 400 ms.</p>
<img src="cid:latency@watchkeeper.example" width="460" alt="p99 latency over the last hour, rising from 200 ms to 912 ms" style="display:block;width:100%;margin-bottom:18px;border-radius:8px">
${button(watchkeeper, 'Take it', 'https://watchkeeper.example/incidents/77')}`,
    }),
    attachments: [
      {
        filename: 'latency.png',
        content: lineChart(latencies, '#b4571a', 0.4),
        cid: 'latency@watchkeeper.example',
      },
    ],
  },
}

const latencyResolved: DemoMail = {
  minutesAgo: 2 * days + 38,
  mail: {
    from: watch,
    to: onCall,
    subject: '[RESOLVED] p99 latency above 400 ms on checkout-api',
    inReplyTo: '<latency-77@watchkeeper.example>',
    references: '<latency-77@watchkeeper.example>',
    html: letter(watchkeeper, {
      preview: '214 ms, after 32 minutes',
      body: `${resolved}
<h1>checkout-api is quick again</h1>
<p>p99 is back at <b>214 ms</b>, 32 minutes after it began.</p>
<img src="cid:calm@watchkeeper.example" width="460" alt="p99 latency falling back to 214 ms" style="display:block;width:100%;border-radius:8px">`,
    }),
    attachments: [
      {
        filename: 'latency.png',
        content: lineChart(latencies.toReversed(), '#1b7f4b', 0.4),
        cid: 'calm@watchkeeper.example',
      },
    ],
  },
}

const certificate: DemoMail = {
  minutesAgo: 6 * days,
  mail: {
    from: 'cron@edge-2.mailstop.test',
    to: 'root@mailstop.test',
    subject: 'certificate for shop.mailstop.test expires in 7 days',
    text: 'edge-2 checked 14 certificates.\n\n  shop.mailstop.test        7 days   renewal failed twice\n  api.mailstop.test        61 days\n  status.mailstop.test     61 days\n\nThe other 11 have more than 80 days.\n',
  },
}

const nightly: DemoMail = {
  minutesAgo: days + 9 * hours,
  mail: {
    from: { name: 'Nightly', address: 'ci@mailstop.test' },
    to: 'team@mailstop.test',
    subject: 'nightly: 2,318 passed, 2 failed',
    text: 'suite                passed  failed   time\n---------------------------------------------\nunit                  1,904       0   0:41\nstore (sqlite)          207       0   1:12\nstore (postgres)        205       2   1:58\njourneys                  2       0   3:07\n---------------------------------------------\n\nFAILED  store > counters > agree after a rolled back batch\n        expected 12, got 13\nFAILED  store > paging > is stable while mail arrives\n        timed out after 5 s\n',
  },
}

const backup: DemoMail = {
  minutesAgo: 4 * days + 5 * hours,
  mail: {
    from: { name: 'Backup', address: 'backup@mailstop.test' },
    to: 'ops@mailstop.test',
    subject: 'Backup finished: 41.8 GB in 12 minutes',
    text: 'All four databases are safe. The list of files and the log are attached.\n',
    attachments: [
      {
        filename: 'files.csv',
        content:
          'database,file,bytes,seconds\nshop,shop.dump,21474836480,388\nledger,ledger.dump,9663676416,171\nmetrics,metrics.dump,8589934592,134\nauth,auth.dump,2147483648,31\n',
      },
      {
        filename: 'backup.log.gz',
        content: gzipSync('02:00:00 start\n02:06:28 shop done\n02:12:04 all done\n'),
      },
    ],
  },
}

export const alertMails: DemoMail[] = [
  deployRecovered,
  deployFailed,
  latencyFiring,
  latencyResolved,
  certificate,
  nightly,
  backup,
]
