const PERCENT = '%'

/**
 * Percent-decodes a string; a malformed string is returned unchanged. ASCII triplets, the usual kind, are
 * decoded here, because the platform's function takes several times as long.
 */
export function percentDecode(text: string): string {
  let mark = text.indexOf(PERCENT)
  if (mark === -1) return text
  let decoded = ''
  let start = 0
  for (; mark !== -1; mark = text.indexOf(PERCENT, start)) {
    const code = 16 * hexAt(text, mark + 1) + hexAt(text, mark + 2)
    if (!(code < 0x80)) return decodeAny(text)
    decoded += text.slice(start, mark) + String.fromCharCode(code)
    start = mark + 3
  }
  return decoded + text.slice(start)
}

function decodeAny(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The value of a hexadecimal digit; NaN if the character is not a hexadecimal digit. */
function hexAt(text: string, index: number): number {
  const unit = text.charCodeAt(index)
  if (unit >= 48 && unit <= 57) return unit - 48
  // Convert to lower case, which differs from upper case in one bit.
  const letter = unit | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : Number.NaN
}

/**
 * Decodes a query or form, in which "+" stands for a space. @see URL Standard,
 * application/x-www-form-urlencoded
 */
export function formDecode(text: string): string {
  return percentDecode(text.includes('+') ? text.replaceAll('+', ' ') : text)
}
