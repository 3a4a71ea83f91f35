/**
 * Parses the markup of a mail into a document that runs nothing and fetches nothing. No name in it hides
 * a property of a document or a form: after `<form><input name="remove">`, `form.remove` would be that
 * field instead of the method.
 */
export function parseMarkup(html: string): { document: Document; hadHidingNames: boolean } {
  const document = new DOMParser().parseFromString(html, 'text/html')
  return { document, hadHidingNames: dropHidingNames(document) }
}

/** Elements that are properties of their document (HTML section 3.1.7) or their form (4.10.3) by name. */
const reachedByName = 'button,embed,fieldset,form,iframe,img,input,object,output,select,textarea'

/** Calls the methods of the prototypes, because names in the markup may hide the methods of the document and its elements. */
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
