/**
 * Parses the markup of a mail into a document that runs nothing, fetches nothing and can be worked
 * with: no name in it hides what a document or a form has of its own. In markup that says
 * `<form><input name="remove">`, `form.remove` would be that field, and no method any more.
 */
export function parseMarkup(html: string): { document: Document; hadHidingNames: boolean } {
  const document = new DOMParser().parseFromString(html, 'text/html')
  return { document, hadHidingNames: dropHidingNames(document) }
}

/** What is reached by its name through its document (HTML section 3.1.7) or its form (4.10.3). */
const reachedByName = 'button,embed,fieldset,form,iframe,img,input,object,output,select,textarea'

/** Asks nothing of a document or an element that could be hidden: methods are the prototypes' own. */
function dropHidingNames(document: Document): boolean {
  const element = Element.prototype
  const elements = Document.prototype.querySelectorAll.call(document, reachedByName)
  let dropped = false
  for (const named of elements) {
    for (const attribute of ['name', 'id']) {
      const name = element.getAttribute.call(named, attribute)
      if (name === null || !hides(name)) continue
      element.removeAttribute.call(named, attribute)
      dropped = true
    }
  }
  return dropped
}

const hides = (name: string): boolean =>
  name in HTMLFormElement.prototype || name in HTMLDocument.prototype
