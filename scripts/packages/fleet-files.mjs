// Checks that the programs of the files in deploy/fleet accept them.

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../lib/root.mjs'
import { run } from '../lib/run.mjs'

const source = join(root, 'deploy', 'fleet')

/** @param {ReturnType<typeof import('../lib/report.mjs').createReport>} report */
export async function checkFleetFiles(report) {
  const folder = mkdtempSync(join(tmpdir(), 'mailstop-fleet-files-'))
  cpSync(source, folder, { recursive: true })
  try {
    await makeCertificate(folder)
    const pem = join(folder, 'both.pem')
    replace(join(folder, 'haproxy.cfg'), { '/etc/haproxy/mailstop.pem': pem })
    replace(join(folder, 'nginx.conf'), {
      '/etc/ssl/mail.example.com.pem': pem,
      '/etc/ssl/mail.example.com.key': join(folder, 'key.pem'),
      '/run/nginx.pid': join(folder, 'nginx.pid'),
      '/var/log/nginx': folder,
    })
    // systemd reads a template by the name of an instance, and asks for its program.
    const units = join(folder, 'units')
    mkdirSync(units)
    const unit = join(units, 'mailstop@1.service')
    cpSync(join(folder, 'mailstop@.service'), unit)
    replace(unit, { '/usr/bin/mailstop': '/bin/true' })

    await check('haproxy', ['-c', '-f', join(folder, 'haproxy.cfg')])
    await check('nginx', ['-t', '-c', join(folder, 'nginx.conf')])
    await check('promtool', ['check', 'rules', join(folder, 'prometheus-rules.yml')])
    await check('systemd-analyze', ['verify', unit], '')
    JSON.parse(readFileSync(join(folder, 'grafana-dashboard.json'), 'utf8'))
  } finally {
    rmSync(folder, { recursive: true })
  }

  /** @param {string} program @param {string[]} args @param {string} [said] all that it may say */
  async function check(program, args, said) {
    const { code, output } = await run(program, args)
    const isGood = code === 0 && (said === undefined || output.trim() === said)
    report.check(`${program} accepts its file`, isGood, output)
  }
}

/** @param {string} folder */
async function makeCertificate(folder) {
  const key = join(folder, 'key.pem')
  const certificate = join(folder, 'certificate.pem')
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const args = ['req', '-x509', ...curve, '-subj', '/CN=test', '-keyout', key, '-out', certificate]
  const { code, output } = await run('openssl', args)
  if (code !== 0) throw new Error(`openssl made no certificate:\n${output}`)
  const both = [certificate, key].map((file) => readFileSync(file, 'utf8')).join('')
  writeFileSync(join(folder, 'both.pem'), both)
}

/** @param {string} file @param {Record<string, string>} replacements */
function replace(file, replacements) {
  let text = readFileSync(file, 'utf8')
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
    text = text.replaceAll(from, to)
  }
  writeFileSync(file, text)
}
