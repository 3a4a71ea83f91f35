import { fail, info, warn, type Report, type Rule } from '../section.ts'

/** WCAG is the W3C's Web Content Accessibility Guidelines 2.2. */
export const accessibilityRules = {
  lang: warn(
    'The html does not say its language.',
    'A screen reader speaks the words of another language as if they were its own (WCAG 3.1.1).',
    'Write the language in the html element, such as <html lang="en">.',
  ),
  'lang-wrapper': info(
    'Only the html element says the language.',
    'Webmail such as Gmail and Outlook.com takes the html element away, and its language with it (WCAG 3.1.1).',
    'Repeat lang on the element that holds the whole mail, such as <div lang="en">.',
  ),
  dir: warn(
    'The text runs from right to left, and no element says so.',
    'Marks and numbers stand in wrong places, and the text is aligned to the wrong side (WCAG 1.3.2).',
    'Write dir="rtl" on the html element and on the element that holds the whole mail.',
  ),
  title: warn(
    'The html has no title.',
    'A screen reader says the title first where a mail is opened as a page of its own, such as "View in browser" (WCAG 2.4.2).',
    'Write what the mail is about in <title>; the subject will do.',
  ),
  viewport: warn(
    'The mail forbids to zoom.',
    'Readers who see little cannot make the text larger on a phone (WCAG 1.4.4).',
    'Take user-scalable and maximum-scale out of <meta name="viewport">.',
  ),
  'duplicate-id': warn(
    'Several elements have one id.',
    'Links within the mail, and labels that name an id, find the first of them alone (HTML, section 3.2.6).',
    'Give each element an id of its own, or a class.',
  ),
  'image-alt': fail(
    'An image has no alt.',
    'A screen reader reads its address aloud instead, and nobody sees what it is while images are off (WCAG 1.1.1).',
    'Say in alt what the image says; write alt="" for one that only decorates.',
  ),
  'alt-file-name': warn(
    'The alt of an image is the name of its file.',
    'The name of a file says nothing of the picture (WCAG 1.1.1, failure F30).',
    'Say in alt what the image says.',
  ),
  'link-name': fail(
    'A link has no text.',
    'A screen reader reads its address aloud, or nothing (WCAG 2.4.4).',
    'Write text in the link, or in the alt of its image.',
  ),
  'link-text': warn(
    'The text of a link says nothing of where it leads, such as "click here".',
    'Screen readers list the links of a mail without the text around them (WCAG 2.4.9).',
    'Say in the link what is behind it, such as "Track your order".',
  ),
  'adjacent-links': info(
    'Two links beside each other lead to the same place.',
    'A reader with a keyboard or a screen reader meets the same link twice (WCAG technique H2).',
    'Put the image and the text into one link.',
  ),
  'layout-table': warn(
    'A table that only arranges the mail looks like one of data.',
    'A screen reader says "table, row 1, column 1" again and again (WAI-ARIA 1.2, role presentation).',
    'Write role="presentation" on tables that hold no data.',
  ),
  'table-headers': warn(
    'A table of data has no headings, or headings without cells.',
    'A screen reader says the heading with each cell; without one, a number says nothing (WCAG 1.3.1).',
    'Write only the cells that name a column or row as <th>; write role="presentation" on a table that only arranges.',
  ),
  'empty-heading': warn(
    'A heading is empty.',
    'Screen readers jump from heading to heading, and find nothing there (WCAG 2.4.6).',
    'Take the heading out; make room by padding.',
  ),
  contrast: warn(
    'Text stands out too little from what is behind it.',
    'Readers who see little, and anyone in the sun, cannot read it (WCAG 1.4.3: 4.5 to 1, large text 3 to 1).',
    'Make the text darker or what is behind it lighter, or the other way round.',
  ),
  'contrast-unknown': info(
    'The contrast of some text cannot be told.',
    'It stands on an image, or selectors that are not followed here may colour it (WCAG 1.4.3).',
    'Look at it, with images and without.',
  ),
  'dark-contrast': warn(
    'Text stands out too little in the dark mode of a mail program.',
    'Outlook.com, the app of Gmail and Android change colors in the dark, which is simulated here as the dark looks of the reader do it. Text on images, and colors that selectors set which are not followed here, are left out (WCAG 1.4.3: 3 to 1).',
    'Put dark text on nearly white surfaces and white text on dark ones, and look at the mail in its dark looks.',
  ),
  headings: info(
    'The headings leave out a level, or a long mail has none.',
    'Readers with a screen reader jump from heading to heading (WCAG 1.3.1 and 2.4.10).',
    'Write the titles of the parts as h1, then h2, then h3; set sizes by style.',
  ),
  'small-text': warn(
    'Text is smaller than 12 pixels.',
    'It is hard to read on a phone; iOS may enlarge it and break the layout (WebKit, text-size-adjust).',
    'Give text 14 pixels or more, and 16 where there is much of it.',
  ),
  'text-effects': info(
    'Text is justified, blinks or moves.',
    'Uneven gaps between words are hard to read for people with dyslexia (WCAG 1.4.8), and nobody can stop what moves (WCAG 2.2.2).',
    'Align the text to the side on which it begins; take blink and marquee out.',
  ),
  vml: info(
    'VML has an image without an alt, or a link.',
    'Outlook for Windows draws VML in place of the html, and a screen reader may say nothing of it (WCAG 1.1.1).',
    'Write alt on what is drawn; a padded link in a table cell does what most links of VML do.',
  ),
} as const satisfies Record<string, Rule>

export type Add = Report<keyof typeof accessibilityRules>
