/**
 * True for the beginning of an HTML page. Servers send such a page if a document was moved or requires a
 * login.
 */
export function isHtmlInsteadOfDocument(text: string): boolean {
  return /^\s*<(!doctype\s+html|html)\b/i.test(text)
}
