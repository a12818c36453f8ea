import { essence, isJson, isText, matchContent } from '../http/media-type.ts'
import type { MediaTypeDescriptor, RequestBodyDescriptor } from '../http/operation.ts'
import { parseForm } from './parse-form.ts'
import { parseMultipart } from './parse-multipart.ts'
import { HttpProblem } from './problem.ts'
import { readBody } from './read-body.ts'
import type { ShapeReader } from './schema-shape.ts'

/** A body as the handler gets it, not validated yet. */
export interface ParsedBody {
  /** The key of the requestBody's `content` that the body was read by. */
  readonly mediaType: string
  /** JSON value, object of fields, text, or a Blob. */
  readonly value: unknown
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Compiles the reading of a requestBody.
 * @returns a function that answers `undefined` when an optional body did not come. It throws an HttpProblem: `body-missing`,
 * `body-too-large`, `malformed-body`, `unsupported-media-type`.
 */
export function compileBody(
  { content, required }: RequestBodyDescriptor,
  readShape: ShapeReader,
  maxBytes: number,
): (request: Request) => Promise<ParsedBody | undefined> {
  const keys = Object.keys(content)
  return async (request) => {
    const header = request.headers.get('content-type')
    const mediaType = matchContent(keys, essence(header) || 'application/octet-stream')
    // Refused before it is read, unless nothing came: then the body is missing, which says more.
    const isDeclared = header !== null || Number(request.headers.get('content-length') ?? 0) > 0
    if (mediaType === undefined && isDeclared) throw unsupported(header, keys)
    const bytes = await readBody(request, maxBytes)
    if (bytes.length === 0 && (header === null || isJson(header))) {
      if (required) throw new HttpProblem({ kind: 'body-missing', detail: 'The operation needs a body.' })
      return undefined
    }
    if (mediaType === undefined) throw unsupported(header, keys)
    const value = await parse(bytes, header ?? '', { ...content[mediaType] }, readShape)
    return { mediaType, value }
  }
}

function unsupported(header: string | null, keys: readonly string[]): HttpProblem {
  const given = header === null ? 'The body has no media type' : `The media type "${header}" is not supported`
  const detail = `${given}. Supported: ${keys.map((key) => `"${key}"`).join(', ')}.`
  return new HttpProblem({ kind: 'unsupported-media-type', detail, headers: { accept: keys.join(', ') } })
}

async function parse(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  { schema, encoding = {} }: MediaTypeDescriptor,
  readShape: ShapeReader,
): Promise<unknown> {
  const type = essence(contentType)
  try {
    if (isJson(type)) return JSON.parse(utf8.decode(bytes))
    if (type === 'application/x-www-form-urlencoded') {
      return parseForm(utf8.decode(bytes), { shape: readShape(schema), encoding })
    }
    if (type === 'multipart/form-data')
      return await parseMultipart(bytes, contentType, { shape: readShape(schema), encoding })
    if (isText(type)) return decoderOf(contentType).decode(bytes)
  } catch (error) {
    const fact = error instanceof SyntaxError ? `: ${error.message}` : ''
    throw new HttpProblem({
      kind: 'malformed-body',
      detail: `The body is not well-formed "${type}"${fact}.`,
      cause: error,
    })
  }
  return new Blob([bytes], { type: contentType })
}

/** @throws RangeError for an unknown charset. */
function decoderOf(contentType: string): TextDecoder {
  const charset = /;\s*charset="?([^\s";]+)/i.exec(contentType)?.[1]
  return charset === undefined ? utf8 : new TextDecoder(charset, { fatal: true })
}
