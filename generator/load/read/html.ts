/** True for the beginning of a page of HTML, which servers send where a document was moved or asks for a login. */
export function isHtml(text: string): boolean {
  return /^\s*<(!doctype\s+html|html)\b/i.test(text)
}
