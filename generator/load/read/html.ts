/**
 * True for the beginning of a page of HTML, which servers send for a document that was moved or needs a
 * login.
 */
export function isHtml(text: string): boolean {
  return /^\s*<(!doctype\s+html|html)\b/i.test(text)
}
