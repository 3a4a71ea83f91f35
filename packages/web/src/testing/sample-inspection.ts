import type { Inspection, InspectionRule, InspectionSection, SectionId } from '@mailstop/contract'
import { sampleLink } from './samples.ts'

/** A check that found something in every section, for tests and to be looked at. */

const where = (line: number, excerpt: string, part: 'html' | 'header' | 'text' = 'html') => ({
  part,
  line,
  column: 3,
  excerpt,
})

const base = { skipped: null, more: 0 }
const passed = { ...base, status: 'pass' as const, findings: [] }

const sections: InspectionSection[] = [
  {
    ...base,
    id: 'clients',
    status: 'warn',
    findings: [
      {
        rule: 'clients.unsupported',
        level: 'warn',
        message: 'display:flex is not supported by Outlook for Windows and 2 others.',
        where: where(2, '<div style="display:flex">'),
      },
    ],
    facts: {
      clients: [
        { id: 'gmail.web', name: 'Gmail on the web', supported: 2, total: 3 },
        { id: 'outlook.windows', name: 'Outlook for Windows', supported: 1, total: 3 },
        { id: 'apple.ios', name: 'Apple Mail on iOS', supported: 3, total: 3 },
      ],
      features: [
        {
          slug: 'css-display-flex',
          title: 'display:flex',
          count: 2,
          lines: [2],
          support: 'any',
          notes: [{ clients: ['gmail.web'], text: 'Not with accounts of other providers.' }],
          url: 'https://www.caniemail.com/features/css-display-flex/',
        },
        {
          slug: 'html-picture',
          title: '<picture> element',
          count: 1,
          lines: [],
          support: 'nuy',
          notes: [],
          url: 'https://www.caniemail.com/features/html-picture/',
        },
        {
          slug: 'html-align',
          title: 'align attribute',
          count: 9,
          lines: [4],
          support: 'yyy',
          notes: [],
          url: 'https://www.caniemail.com/features/html-align/',
        },
      ],
      data_of: '2026-05-13',
    },
  },
  {
    ...base,
    id: 'size',
    status: 'fail',
    findings: [
      {
        rule: 'size.gmail-clip',
        level: 'fail',
        message: 'The html has 120,000 bytes; Gmail cuts at about 104,448.',
        where: null,
      },
    ],
    facts: {
      html_bytes: 120_000,
      message_bytes: 164_000,
      parts: {
        text: 14_000,
        markup: 30_000,
        inline_style: 42_000,
        style_blocks: 12_000,
        comments: 6_000,
        data_uris: 9_000,
        white_space: 7_000,
      },
    },
  },
  { ...passed, id: 'leftovers', facts: {} },
  {
    ...base,
    id: 'accessibility',
    status: 'warn',
    findings: [
      {
        rule: 'accessibility.no-lang',
        level: 'info',
        message: 'The html names no language.',
        where: where(1, '<html>'),
      },
      {
        rule: 'accessibility.no-alt',
        level: 'warn',
        message: 'An image has no alternative text.',
        where: where(3, '<img src="https://img.rocket.test/hero.png">'),
      },
    ],
    facts: {},
  },
  {
    ...base,
    id: 'links',
    status: 'fail',
    findings: [
      {
        rule: 'links.empty',
        level: 'fail',
        message: 'A link leads nowhere.',
        where: where(4, '<a href="#">'),
      },
    ],
    facts: {
      links: [
        {
          ...sampleLink(),
          text: 'Confirm your address',
          href: 'https://app.rocket.test/confirm?t=8f3a2b71c9d04e5fa617',
          kind: 'http',
          host: 'app.rocket.test',
          lines: [4],
          count: 2,
          part: 'html',
          tracking: ['utm_source'],
          leads_to: null,
          one_time: 'confirm',
        },
        {
          ...sampleLink(),
          text: '=1+1',
          href: 'javascript:alert(1)',
          kind: 'other',
          host: null,
          lines: [5],
          count: 1,
          part: 'html',
          tracking: [],
          leads_to: null,
          one_time: null,
        },
      ],
      more: 0,
    },
  },
  {
    ...passed,
    id: 'images',
    facts: {
      images: [
        {
          src: 'https://img.rocket.test/hero.png',
          alt: null,
          width: null,
          height: null,
          bytes: null,
          format: 'png',
          tracker: false,
          line: 3,
        },
      ],
      embedded_bytes: 0,
      words: 210,
    },
  },
  { ...passed, id: 'filters', facts: {} },
  {
    ...passed,
    id: 'authentication',
    facts: {
      from_domain: 'rocket.test',
      return_path_domain: 'bounces.rocket.test',
      return_path_aligned: true,
      signatures: [
        {
          domain: 'rocket.test',
          selector: 's1',
          algorithm: 'rsa-sha256',
          canonicalization: 'relaxed/relaxed',
          signed_headers: ['from', 'to', 'subject', 'date'],
          body_hash: 'fail',
          aligned: true,
          expires_at: null,
        },
      ],
      arc_sets: 0,
    },
  },
  {
    ...passed,
    id: 'unsubscribe',
    facts: {
      header: '<https://app.rocket.test/off>',
      post: 'List-Unsubscribe=One-Click',
      links: ["https://app.rocket.test/off?u='x'"],
      one_click: true,
      covered_by_dkim: false,
      looks_bulk: true,
    },
  },
  {
    ...base,
    id: 'headers',
    status: 'info',
    findings: [
      {
        rule: 'headers.long-line',
        level: 'info',
        message: 'A line has more than 78 characters.',
        where: where(1, 'Subject: Subject 1', 'header'),
      },
    ],
    facts: { only_envelope: ['bea@x.test'], only_headers: [] },
  },
  {
    ...passed,
    id: 'row',
    facts: {
      from_name: 'Rocket Labs',
      from_address: 'hello@rocket.test',
      subject: 'Welcome aboard',
      preheader: 'Confirm your address and you are ready for take-off.',
    },
  },
  {
    ...passed,
    id: 'text',
    facts: {
      share: 0.82,
      only_html: ['hero', 'banner'],
      only_text: [],
      links_only_html: ['https://app.rocket.test/off'],
      links_only_text: [],
    },
  },
  {
    ...passed,
    id: 'structure',
    facts: {
      parts: [
        {
          depth: 0,
          content_type: 'multipart/alternative',
          charset: null,
          encoding: null,
          disposition: null,
          content_id: null,
          used_in_html: false,
          filename: null,
          attachment: null,
          lines: [1, 60],
          decoded_bytes: 0,
        },
        {
          depth: 1,
          content_type: 'text/html',
          charset: 'utf-8',
          encoding: 'quoted-printable',
          disposition: null,
          content_id: null,
          used_in_html: false,
          filename: null,
          attachment: null,
          lines: [20, 59],
          decoded_bytes: 120_000,
        },
        {
          depth: 1,
          content_type: 'application/pdf',
          charset: null,
          encoding: 'base64',
          disposition: 'attachment',
          content_id: null,
          used_in_html: false,
          filename: 'invoice.pdf',
          attachment: '1',
          lines: [60, 900],
          decoded_bytes: 42_000,
        },
      ],
    },
  },
]

export const sampleInspection = (change: Partial<Inspection> = {}): Inspection => ({
  rules_version: '1',
  verdict: 'fail',
  counts: { fail: 2, warn: 2, info: 2 },
  sections,
  muted: [],
  ...change,
})

export const sampleRule = (id: string): InspectionRule => ({
  id,
  section: id.split('.')[0] as SectionId,
  level: 'fail',
  what: `What ${id} says`,
  why: `Why ${id} matters.`,
  mend: `How ${id} is mended.`,
  since: null,
})

/** Nothing is wrong. */
export const cleanInspection = (): Inspection =>
  sampleInspection({ verdict: 'pass', counts: { fail: 0, warn: 0, info: 0 }, sections: [] })
