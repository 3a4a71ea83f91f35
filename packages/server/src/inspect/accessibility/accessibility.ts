import { defineSection } from '../section.ts'
import { accessibilityRules } from './accessibility-rules.ts'
import { checkDocument } from './checks/document-checks.ts'
import { checkImages, checkLinks } from './checks/link-checks.ts'
import { checkTables } from './checks/table-checks.ts'
import { checkHeadings, checkText } from './checks/text-checks.ts'
import { readPage } from './look/page.ts'

/** What keeps people from reading the mail, as far as the html alone says it. */
export const accessibility = defineSection({
  id: 'accessibility',
  needsHtml: true,
  rules: accessibilityRules,
  check(mail, report) {
    const tree = mail.tree()
    if (tree === null) return {}
    const page = readPage(mail, tree)
    checkDocument(tree, page, report)
    for (const check of [checkImages, checkLinks, checkTables, checkHeadings, checkText]) {
      check(page, report)
    }
    return {}
  },
})
