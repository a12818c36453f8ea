const PERCENT = '%'

/**
 * Percent-decodes; text that is not well encoded stays as it is, for the schema or the look-up to refuse.
 * Triplets for ASCII, as most are, are decoded here: the platform takes several times as long, whatever it is
 * given.
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

/** The value of a hexadecimal digit; NaN where there is none. */
function hexAt(text: string, index: number): number {
  const unit = text.charCodeAt(index)
  if (unit >= 48 && unit <= 57) return unit - 48
  // The case of a letter is one bit of it.
  const letter = unit | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : Number.NaN
}

/**
 * Decodes a query or a form, where "+" stands for a space. @see URL Standard,
 * application/x-www-form-urlencoded
 */
export function formDecode(text: string): string {
  return percentDecode(text.includes('+') ? text.replaceAll('+', ' ') : text)
}
