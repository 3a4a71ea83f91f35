import { connect } from 'node:net'

/**
 * What others do by POP3 while somebody reads mail, 50 from each address, until this process is killed. It runs apart, so
 * that it does not hold up what is measured.
 */
export type Order = { attack: keyof typeof attacks; port: number; login: string[] }

type Attack = { says: (login: string[]) => string[]; reads?: boolean; clients: number }

const repeated = (line: string, times: number) => Array.from({ length: times }, () => line)

export const attacks = {
  sayNothing: { says: () => [], clients: 1_500 },
  guess: { says: () => ['USER nobody', 'PASS wrong'], clients: 300 },
  neverEndLines: { says: () => ['x'.repeat(5_000)], clients: 800 },
  readNothing: {
    says: (login) => [...login, ...repeated('RETR 1', 50)],
    reads: false,
    clients: 40,
  },
  listWithoutEnd: { says: (login) => [...login, ...repeated('LIST', 1_000)], clients: 40 },
  logInWithoutEnd: { says: (login) => [...login, 'QUIT'], clients: 100 },
} satisfies Record<string, Attack>

const perAddress = 50

function again(order: Order, number: number): void {
  const { says, reads = true }: Attack = attacks[order.attack]
  const localAddress = `127.0.1.${1 + Math.floor(number / perAddress)}`
  const socket = connect({ port: order.port, host: '127.0.0.1', localAddress })
  socket.on('error', () => {}).on('close', () => setTimeout(again, 50, order, number))
  for (const line of says(order.login)) socket.write(`${line}\r\n`)
  if (reads) socket.resume()
}

process.on('message', (order: Order) => {
  const { clients } = attacks[order.attack]
  for (let number = 0; number < clients; number += 1) again(order, number)
  setTimeout(() => process.send?.('begun'), 1_000)
})
