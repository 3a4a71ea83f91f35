import type { Brand } from './letter.ts'

// The invented companies whose mail fills the demonstration inbox.

export const kettle: Brand = {
  name: 'Kettle &amp; Crumb',
  mark: '◒',
  accent: '#b4532a',
  ground: '#f8f1ea',
  address: 'Kettle &amp; Crumb, 14 Quay Street, Port Alder<br>Baked and roasted every morning.',
}

export const harbourlight: Brand = {
  name: 'Harbourlight',
  mark: '◭',
  accent: '#0d6e6e',
  ground: '#eef4f4',
  address:
    'Harbourlight Hosting Ltd, Pier 9, Port Alder<br>You get this letter because you own the account “dana”.',
}

export const larkspur: Brand = {
  name: 'Larkspur',
  mark: '✿',
  accent: '#5a4fcf',
  ground: '#f2f1fb',
  address: 'Larkspur Projects, 3 Orchard Lane, Little Fenwick',
}

export const watchkeeper: Brand = {
  name: 'Watchkeeper',
  mark: '◉',
  accent: '#3d5a99',
  ground: '#f1f2f5',
  address:
    'Sent by the on-call rota “Platform”. <a href="https://watchkeeper.example/rota" style="color:inherit">Change who is woken</a>',
}
