import { fail, info, warn, type Rule } from '../section.ts'

/** What may be wrong with a link. */
export const linkRules = {
  empty: fail(
    'A link leads nowhere.',
    'Its address is empty or only "#", so that the reader taps and nothing happens.',
    'Put the address in, or take the link away.',
  ),
  script: fail(
    'A link runs a script or opens what no mail client opens.',
    'Mail clients remove addresses of javascript:, vbscript:, data:, blob: and file:, and filters take them for an attack.',
    'Link to a page on the web.',
  ),
  relative: fail(
    'A link has an address that is not whole.',
    'A mail has no page that an address could be relative to (RFC 3986 section 4.2): "/orders/1", "//example.com" and "www.example.com" lead nowhere in most clients.',
    'Write the whole address, with https:// in front of it.',
  ),
  invalid: fail(
    'A link has an address that no browser can open.',
    'The host of the address is missing or has characters that no host may have (RFC 3986 section 3.2.2).',
    'Correct the address; often a variable was not filled in.',
  ),
  'other-domain': fail(
    'The text of a link is the address of another site than the one it leads to.',
    'This is how phishing looks, and filters and mail clients warn of it, also where a service for newsletters rewrote the link.',
    'Let the text say what the page is about, rather than an address.',
  ),
  'other-name': warn(
    'The text of a link is a name like that of another site than the one it leads to.',
    'Filters may take a name with a dot in it, such as Booking.com, for an address that hides another one.',
    'Let the text say what the page is about.',
  ),
  'anchor-target': warn(
    'A link leads to a place in the mail that is not there.',
    'No element has the id or the name behind the "#".',
    'Give the element that is meant this id and this name, or take the link away.',
  ),
  http: warn(
    'A link leads to a page without encryption.',
    'Browsers show pages of http: as not secure, and anybody on the way can read and change them.',
    'Link to the address with https:.',
  ),
  scheme: warn(
    'A link has an address that only some mail clients open.',
    'Gmail and others remove addresses that begin neither with http:, https:, mailto:, tel: nor sms:, such as those of an app.',
    'Link to a page of https: that opens the app (universal links of Apple, app links of Android).',
  ),
  contact: warn(
    'A link to write or to call has no valid address or number.',
    'RFC 6068 section 2 wants an address behind mailto:, and RFC 3966 section 3 digits behind tel:.',
    'Write it as mailto:ada@example.com or tel:+15551234567.',
  ),
  'ip-link': warn(
    'A link leads to an address of numbers.',
    'Filters count links without a name as a sign of phishing (SpamAssassin: NORMAL_HTTP_TO_IP, NUMERIC_HTTP_ADDR).',
    'Link to a host with a name.',
  ),
  shortener: warn(
    'A link leads through a service that shortens addresses.',
    'Spam hides behind these services, so that block lists name them (Spamhaus DBL, SURBL) whatever the link is.',
    'Link to the page itself, or shorten on a host of your own domain.',
  ),
  deceptive: warn(
    'A link has an address that hides where it leads.',
    'A name in front of the host, encoded characters in it, or letters of several scripts make one host look like another.',
    'Write the host alone, and in the letters of one script.',
  ),
  punycode: info(
    'The host of a link is written with letters beyond ASCII.',
    'Some clients show it in its encoded form, which begins with xn-- (RFC 5890 section 2.3.2.1), and readers may not recognise it.',
    'Link to a host with Latin letters where there is one.',
  ),
  long: warn(
    'A link has an address of more than 2,048 characters.',
    'Outlook for Windows and some programs on the way cut longer addresses off.',
    'Keep what the address carries on the server, and put its id into the address.',
  ),
  space: warn(
    'A link has an address with a space in it.',
    'Some clients cut the address there, as RFC 3986 section 2 allows none.',
    'Encode it as %20.',
  ),
  'double-escaped': warn(
    'A link has an address in which "&" was escaped once too often.',
    'The browser asks for a parameter that is called "amp;..." and the page does not know it.',
    'Escape the address once in html, and not at all in text.',
  ),
} satisfies Record<string, Rule>
