import { describe, expect, test } from 'vitest'
import { createDeadlines } from './deadlines.ts'
import { withDefaults } from './limits.ts'
import { replies } from '../session/replies.ts'

const limits = {
  ...withDefaults(),
  commandMs: 100,
  dataMs: 1_000,
  tlsHandshakeMs: 30,
  answerMs: 40,
  lingerMs: 10,
  rateFreeBytes: 50,
  rateWindowMs: 100,
  dataBytesPerSecond: 1_000,
}
const idle = { lines: 0, mailsBegun: 0, receiving: false, contentRead: 0 }
const content = (contentRead: number, mailsBegun = 1) => ({
  lines: 1,
  mailsBegun,
  receiving: true,
  contentRead,
})

describe('deadlines', () => {
  test('of a command move with completed lines and with our answers only', () => {
    const deadlines = createDeadlines(limits, 0)
    deadlines.progress(idle, 90)
    expect(deadlines.late(100, idle, 'chunk')).toBe(null)
    expect(deadlines.late(101, idle, 'chunk')).toEqual({ reply: replies.idle })
    deadlines.progress({ ...idle, lines: 1 }, 90)
    expect(deadlines.late(190, idle, 'chunk')).toBe(null)
    deadlines.answered(150)
    expect(deadlines.late(250, idle, 'chunk')).toBe(null)
    expect(deadlines.late(251, idle, 'chunk')).toEqual({ reply: replies.idle })
    expect(deadlines.late(251, idle, 'drain')).toBe('gone')
  })

  test.each([
    ['handshake', 30, 'gone'],
    ['answer', 40, 'answer'],
    ['closing', 10, 'gone'],
  ] as const)('of the %s stand by themselves', (waiting, after, late) => {
    const deadlines = createDeadlines(limits, 0)
    if (waiting === 'handshake') deadlines.handshake(500)
    else if (waiting === 'answer') deadlines.answer(500)
    else deadlines.linger(500)
    expect(deadlines.late(500 + after, idle, waiting)).toBe(null)
    expect(deadlines.late(501 + after, idle, waiting)).toBe(late)
  })

  test('of content are one for the whole mail, however many bytes came', () => {
    const deadlines = createDeadlines(limits, 0)
    deadlines.progress(content(0), 10)
    deadlines.progress(content(40), 900)
    expect(deadlines.late(1_010, content(40), 'chunk')).toBe(null)
    expect(deadlines.late(1_011, content(40), 'chunk')).toEqual({ reply: replies.dataTimeout })
  })

  test('of content stand still while the server has no memory for it', () => {
    const deadlines = createDeadlines(limits, 0)
    deadlines.progress(content(0), 0)
    expect(deadlines.late(500, content(0), 'chunk')).toBe(null)
    expect(deadlines.late(2_500, content(0), 'budget')).toBe(null)
    expect(deadlines.late(3_000, content(0), 'chunk')).toBe(null)
    expect(deadlines.late(3_001, content(0), 'chunk')).toEqual({ reply: replies.dataTimeout })
  })

  test('of a command begin when content ends that nothing of ours follows', () => {
    const deadlines = createDeadlines(limits, 0)
    deadlines.progress(content(0), 0)
    deadlines.progress({ ...idle, lines: 1 }, 900)
    expect(deadlines.late(1_000, idle, 'chunk')).toBe(null)
    expect(deadlines.late(1_001, idle, 'chunk')).toEqual({ reply: replies.idle })
  })

  test('start again with the next mail', () => {
    const deadlines = createDeadlines(limits, 0)
    deadlines.progress(content(0), 0)
    deadlines.progress({ ...idle, lines: 2 }, 900)
    deadlines.progress(content(0), 950)
    expect(deadlines.late(1_900, content(0), 'chunk')).toBe(null)
  })

  test('of an answer wait for a process that stood still, once for each time', () => {
    const deadlines = createDeadlines(limits, 0)
    // It stood still before it asked, too.
    deadlines.answer(20_000)
    expect(deadlines.late(20_010, idle, 'answer')).toBe(null)
    expect(deadlines.late(30_010, idle, 'answer')).toBe(null)
    expect(deadlines.late(30_040, idle, 'answer')).toBe(null)
    expect(deadlines.late(30_041, idle, 'answer')).toBe('answer')
  })

  test('start again with a mail that came right behind another', () => {
    const deadlines = createDeadlines(limits, 0)
    deadlines.progress(content(0), 0)
    deadlines.answer(900)
    deadlines.answered(930)
    deadlines.progress(content(400), 930)
    expect(deadlines.late(1_930, content(400), 'chunk')).toBe(null)
    expect(deadlines.late(1_931, content(400), 'chunk')).toEqual({ reply: replies.dataTimeout })
  })

  test('start again with a mail that came right behind a refused one', () => {
    const deadlines = createDeadlines(limits, 0)
    deadlines.progress(content(0), 0)
    deadlines.progress(content(400, 2), 900)
    expect(deadlines.late(1_900, content(400, 2), 'chunk')).toBe(null)
    expect(deadlines.late(1_901, content(400, 2), 'chunk')).toEqual({ reply: replies.dataTimeout })
  })

  test.each([
    ['small content may be slow', 50, 50, null],
    ['content may be as slow as allowed', 100, 200, null],
    ['content may not be slower', 100, 199, { reply: replies.dataTooSlow }],
  ])('%s', (_title, first, second, late) => {
    const deadlines = createDeadlines(limits, 0)
    deadlines.progress(content(0), 0)
    expect(deadlines.late(100, content(first), 'chunk')).toBe(null)
    expect(deadlines.late(200, content(second), 'chunk')).toEqual(late)
  })
})
