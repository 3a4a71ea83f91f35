import { once } from 'node:events'
import { connect as connectTcp, createServer, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Config } from '../../config.ts'
import { broken, reasonOf, well, type Finding } from './finding.ts'

type Port = { name: string; port: number; isOurs: (port: number) => Promise<boolean> }

const answerMs = 3_000

/** Whether each port is free, or used by a Mailstop that runs. */
export async function checkPorts(config: Config): Promise<Finding[]> {
  const smtp: Port[] = [
    ...config.smtpPorts.map((port) => ({ name: 'SMTP_PORTS', port, isOurs: greetsUs(connectTcp) })),
    ...config.smtpsPorts.map((port) => ({
      name: 'SMTPS_PORTS',
      port,
      // The question is who answers, and not whether the certificate is trusted.
      isOurs: greetsUs((to) => connectTls({ ...to, rejectUnauthorized: false })),
    })),
  ]
  const ports: Port[] = [
    { name: 'HTTP_PORT', port: config.httpPort, isOurs: answersAsUs },
    ...(config.roles.includes('smtp') ? smtp : []),
  ]
  return Promise.all(ports.map(checkPort))
}

async function checkPort({ name, port, isOurs }: Port): Promise<Finding> {
  const check = `port ${port}`
  if (port === 0) return well(check, `${name}: any free port is taken`)
  const error = await errorOfListening(port)
  if (error === null) return well(check, `${name}: free`)
  if ('code' in error && error.code === 'EADDRINUSE') {
    if (await isOurs(port).catch(() => false)) return well(check, `${name}: used by Mailstop`)
    const advice = `Stop the program that uses it, or set ${name} to another port.`
    return broken(check, `${name}: used by another program`, advice)
  }
  const advice =
    'code' in error && error.code === 'EACCES'
      ? `Choose a port above 1023 for ${name}, or allow this one (CAP_NET_BIND_SERVICE).`
      : `Set ${name} to another port.`
  return broken(check, `${name}: ${reasonOf(error)}`, advice)
}

async function errorOfListening(port: number): Promise<Error | null> {
  const server = createServer()
  try {
    await once(server.listen(port), 'listening')
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    server.close()
  }
}

async function answersAsUs(port: number): Promise<boolean> {
  const url = new URL(`http://127.0.0.1:${port}/livez`)
  const answer = await fetch(url, { signal: AbortSignal.timeout(answerMs), redirect: 'manual' })
  return answer.ok && (await answer.text()) === '{"status":"ok"}'
}

type Connect = (to: { host: string; port: number }) => Socket

const greetsUs = (connect: Connect) => async (port: number) => {
  const socket = connect({ host: '127.0.0.1', port })
  try {
    const [bytes] = (await once(socket, 'data', { signal: AbortSignal.timeout(answerMs) })) as [
      Buffer,
    ]
    return /^220 \S+ ESMTP Mailstop\b/.test(bytes.toString('latin1'))
  } finally {
    socket.destroy()
  }
}
