import { boundaryOf, mediaTypeEssence } from '@concordat/runtime/http'

/**
 * The parts of a form as arguments for curl's `-F`; `undefined` if the body is not a form, or if it has parts
 * that curl cannot write.
 * @param contentType the content type, including the boundary.
 */
export function formWords(contentType: string, body: string): readonly string[] | undefined {
  if (mediaTypeEssence(contentType) !== 'multipart/form-data') return undefined
  const boundary = knownBoundary(contentType)
  if (boundary === undefined) return undefined
  const [before, ...pieces] = `\r\n${body}`.split(`\r\n--${boundary}`)
  const end = pieces.pop()
  if (before !== '' || end?.trimEnd() !== '--') return undefined
  const words = pieces.map(wordOf)
  const known = words.filter((word) => word !== undefined)
  return known.length === words.length ? known : undefined
}

function knownBoundary(contentType: string): string | undefined {
  try {
    return boundaryOf(contentType)
  } catch {
    return undefined
  }
}

function wordOf(piece: string): string | undefined {
  const [, head, content] = /^\r\n((?:[^\r\n]+\r\n)*)\r\n([\s\S]*)$/.exec(piece) ?? []
  if (head === undefined || content === undefined) return undefined
  const headers = new Map(
    head
      .split('\r\n')
      .filter((line) => line !== '')
      .map((line): [string, string] => {
        const [name = '', ...value] = line.split(':')
        return [name.toLowerCase(), value.join(':').trim()]
      }),
  )
  const type = headers.get('content-type')
  const [, name, fileName] =
    /^form-data; name="([^"=]*)"(?:; filename="([^"]*)")?$/.exec(headers.get('content-disposition') ?? '') ??
    []
  if (name === undefined || headers.size > (type === undefined ? 1 : 2)) return undefined
  const parameters = [
    ...(fileName === undefined ? [] : [`filename=${value(fileName)}`]),
    ...(type === undefined ? [] : [`type=${type}`]),
  ]
  return [`${name}=${value(content)}`, ...parameters].join(';')
}

/** Puts a value in double quotes if curl would otherwise read a file or a parameter. */
function value(text: string): string {
  return /^[^@<"\s][^;,"\\]*$/.test(text) && !/\s$/.test(text)
    ? text
    : `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}
