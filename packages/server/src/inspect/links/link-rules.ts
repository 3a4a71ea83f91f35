import type { Rule } from '../section.ts'

/** What may be wrong with a link. */
export const linkRules = {
  empty: {
    level: 'fail',
    what: 'A link leads nowhere.',
    why: 'Its address is empty or only "#", which a template leaves where no address was put in. The reader taps, and nothing happens.',
    mend: 'Put the address in, or take the link away.',
  },
  script: {
    level: 'fail',
    what: 'A link runs a script or opens what no mail client opens.',
    why: 'Mail clients remove addresses of javascript:, vbscript:, data:, blob: and file:, and filters take them for an attack.',
    mend: 'Link to a page on the web.',
  },
  relative: {
    level: 'fail',
    what: 'A link has an address that is not whole.',
    why: 'A mail has no page that an address could be relative to (RFC 3986 section 4.2): "/orders/1", "//example.com" and "www.example.com" lead nowhere in most clients.',
    mend: 'Write the whole address, with https:// in front of it.',
  },
  invalid: {
    level: 'fail',
    what: 'A link has an address that no browser can open.',
    why: 'The host of the address is missing or has characters that no host may have (RFC 3986 section 3.2.2).',
    mend: 'Correct the address; often a variable was not filled in.',
  },
  'other-domain': {
    level: 'fail',
    what: 'The text of a link is the address of another site than the one it leads to.',
    why: 'This is how phishing looks, and filters and mail clients warn of it, also where a service for newsletters rewrote the link.',
    mend: 'Let the text say what the page is about, rather than an address.',
  },
  'other-name': {
    level: 'warn',
    what: 'The text of a link is a name like that of another site than the one it leads to.',
    why: 'Filters may take a name with a dot in it, such as Booking.com, for an address that hides another one.',
    mend: 'Let the text say what the page is about.',
  },
  'anchor-target': {
    level: 'warn',
    what: 'A link leads to a place in the mail that is not there.',
    why: 'No element has the id or the name behind the "#". The reader taps, and nothing happens.',
    mend: 'Give the element that is meant this id and this name, or take the link away.',
  },
  http: {
    level: 'warn',
    what: 'A link leads to a page without encryption.',
    why: 'Browsers show pages of http: as not secure, and anybody on the way can read and change them.',
    mend: 'Link to the address with https:.',
  },
  scheme: {
    level: 'warn',
    what: 'A link has an address that only some mail clients open.',
    why: 'Gmail and others remove addresses that begin neither with http:, https:, mailto:, tel: nor sms:, such as those of an app.',
    mend: 'Link to a page of https: that opens the app (universal links of Apple, app links of Android).',
  },
  contact: {
    level: 'warn',
    what: 'A link to write or to call has no valid address or number.',
    why: 'RFC 6068 section 2 wants an address behind mailto:, and RFC 3966 section 3 digits behind tel:.',
    mend: 'Write it as mailto:ada@example.com or tel:+15551234567.',
  },
  'ip-link': {
    level: 'warn',
    what: 'A link leads to an address of numbers.',
    why: 'Filters count links without a name as a sign of phishing (SpamAssassin: NORMAL_HTTP_TO_IP, NUMERIC_HTTP_ADDR).',
    mend: 'Link to a host with a name.',
  },
  shortener: {
    level: 'warn',
    what: 'A link leads through a service that shortens addresses.',
    why: 'Spam hides behind these services, so that block lists name them (Spamhaus DBL, SURBL) whatever the link is.',
    mend: 'Link to the page itself, or shorten on a host of your own domain.',
  },
  deceptive: {
    level: 'warn',
    what: 'A link has an address that hides where it leads.',
    why: 'A name in front of the host, encoded characters in it, or letters of several scripts make one host look like another. Clients and filters warn of them.',
    mend: 'Write the host alone, and in the letters of one script.',
  },
  punycode: {
    level: 'info',
    what: 'The host of a link is written with letters beyond ASCII.',
    why: 'Some clients show it in its encoded form, which begins with xn-- (RFC 5890 section 2.3.2.1), and readers may not recognise it.',
    mend: 'Link to a host with Latin letters where there is one.',
  },
  long: {
    level: 'warn',
    what: 'A link has an address of more than 2,048 characters.',
    why: 'Outlook for Windows and some programs on the way cut longer addresses off.',
    mend: 'Keep what the address carries on the server, and put its id into the address.',
  },
  space: {
    level: 'warn',
    what: 'A link has an address with a space in it.',
    why: 'RFC 3986 section 2 allows none. Some clients cut the address there.',
    mend: 'Encode it as %20.',
  },
  'double-escaped': {
    level: 'warn',
    what: 'A link has an address in which "&" was escaped once too often.',
    why: 'The browser asks for a parameter that is called "amp;..." and the page does not know it.',
    mend: 'Escape the address once in html, and not at all in text.',
  },
  redirect: {
    level: 'info',
    what: 'A link leads to one site through another.',
    why: 'The address of the page is within the address of another site, which sees the tap and may be on block lists.',
    mend: 'Link to the page itself, or redirect on a host of your own domain.',
  },
} satisfies Record<string, Rule>
