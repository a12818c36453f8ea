import { createHash } from 'node:crypto'
import { answers, described } from '../../support/described.ts'

const octets = { type: 'string', format: 'binary' }
const photo = {
  type: 'object',
  required: ['id', 'title', 'size', 'sha256', 'content_type'],
  properties: {
    id: { type: 'integer' },
    title: { type: 'string' },
    file_name: { type: 'string' },
    size: { type: 'integer' },
    sha256: { type: 'string' },
    content_type: { type: 'string' },
  },
}
const none = { 400: { description: 'Wrong.' }, 404: { description: 'None.' } }
const file = (type: string, more: object = {}) => ({
  200: { description: 'The file.', content: { [type]: { schema: octets } } },
  ...more,
  ...none,
})
const named = (name: string, type: string) => ({ name, in: 'path', required: true, schema: { type } })

/**
 * Photos with their files, and scans with client-chosen names in their paths.
 * @param types Media types of the photos' files.
 */
export const archive = (types = 'image/*') =>
  described({
    '/photos': {
      post: {
        operationId: 'addPhoto',
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['title', 'file'],
                properties: { title: { type: 'string' }, file: octets },
              },
              ...(types === 'image/*' && { encoding: { file: { contentType: 'image/png' } } }),
            },
          },
        },
        responses: { ...answers(photo, { status: 201 }), ...none },
      },
    },
    '/photos/{id}': {
      parameters: [named('id', 'integer')],
      get: { operationId: 'getPhoto', responses: { ...answers(photo), ...none } },
      delete: { operationId: 'dropPhoto', responses: { 204: { description: 'Gone.' }, ...none } },
    },
    '/photos/{id}/file': {
      parameters: [named('id', 'integer')],
      get: {
        operationId: 'getFile',
        responses: file(types, { 206: { description: 'A part.', content: { [types]: {} } } }),
      },
    },
    '/scans/{name}': {
      parameters: [named('name', 'string')],
      put: {
        operationId: 'putScan',
        parameters: [{ name: 'If-Match', in: 'header', schema: { type: 'string' } }],
        requestBody: { required: true, content: { 'application/octet-stream': {} } },
        responses: { 204: { description: 'Kept.' }, 412: { description: 'Another tag.' } },
      },
      get: {
        operationId: 'getScan',
        parameters: [{ name: 'If-None-Match', in: 'header', schema: { type: 'string' } }],
        responses: file('application/octet-stream', { 304: { description: 'Known.' } }),
      },
      delete: { operationId: 'dropScan', responses: { 204: { description: 'Gone.' }, ...none } },
    },
  })

interface Kept {
  readonly bytes: Uint8Array
  readonly type: string
  readonly tag: string
  readonly disposition?: string
}

/** An archive's faults. */
export interface WrongArchive {
  readonly stored?: (bytes: Uint8Array, before?: Uint8Array) => Uint8Array
  readonly type?: string
  /** The media type of files that are lost. */
  readonly lost?: string
  /** True if files whose names have a space are lost. */
  readonly isPlain?: boolean
  /** The `Content-Disposition` of a download, from the photo's title; it fails if this has no such header. */
  readonly titled?: (title: string) => string
  /** Changes the name of an uploaded file. */
  readonly named?: (name: string) => string
  /** The `Content-Disposition` of a download. */
  readonly disposition?: (name: string) => string
  readonly size?: (bytes: Uint8Array) => number
  readonly digested?: (bytes: Uint8Array) => Uint8Array
  readonly tag?: (tag: string) => string
  readonly lax?: boolean
  readonly range?: (from: number, to: number, length: number) => readonly [number, number, string]
  readonly beyond?: number
  /** Status of every PUT. */
  readonly put?: number
  /** Decides whether a stored file has the entity tag in `If-Match`. */
  readonly matches?: (asked: string, own: string) => boolean
  /** True if a download takes all of `If-None-Match` for one entity tag. */
  readonly readsOneTag?: boolean
  /** Status for an empty file. */
  readonly empty?: number
}

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const rightly = (name: string) => `attachment; filename="file"; filename*=UTF-8''${encodeURIComponent(name)}`

/** Returns an archive that is correct except for the given faults. */
export function archiveService(wrong: WrongArchive = {}): (request: Request) => Promise<Response> {
  const { stored = (bytes) => bytes, size = (bytes) => bytes.length, digested = (bytes) => bytes } = wrong
  const { range: cut = (from, to, length) => [from, to, `bytes ${from}-${to - 1}/${length}`] } = wrong
  const files = new Map<string, Kept>()
  const photos = new Map<string, object>()
  const titles = new Map<string, string>()
  const keep = (key: string, bytes: Uint8Array, type: string, name = ''): void => {
    const before = files.get(key)?.bytes
    const tag = `"${digest(bytes).slice(0, 9)}"`
    const kept = type === wrong.lost ? new Uint8Array() : stored(bytes, before)
    files.set(key, {
      ...{ bytes: kept, type: wrong.type ?? type, tag: wrong.tag?.(tag) ?? tag },
      ...(name !== '' && { disposition: (wrong.disposition ?? rightly)(name) }),
    })
  }
  const show = ({ bytes, type, tag, disposition }: Kept, range: string | null): Response => {
    const headers = {
      ...{ 'content-type': type, etag: tag, 'accept-ranges': 'bytes' },
      ...(disposition !== undefined && { 'content-disposition': disposition }),
    }
    const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
    if (first === undefined || last === undefined) return new Response(bytes.slice(), { headers })
    const { length } = bytes
    const from = first === '' ? length - Number(last) : Number(first)
    const to = first === '' || last === '' ? length : Math.min(length, Number(last) + 1)
    if (from >= length)
      return new Response(null, {
        status: wrong.beyond ?? 416,
        headers: { 'content-range': `bytes */${length}` },
      })
    const [start, end, place] = cut(from, to, length)
    return new Response(bytes.slice(start, end), {
      status: 206,
      headers: { ...headers, 'content-range': place },
    })
  }
  let last = 0
  return async (request) => {
    const { method } = request
    const { pathname } = new URL(request.url)
    const [, kind, name = '', part] = pathname.split('/')
    if (method === 'POST') {
      const form = await request.formData()
      const [title, file] = [form.get('title'), form.get('file')]
      if (!(file instanceof File) && wrong.lax !== true) return new Response(null, { status: 400 })
      const bytes = file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array()
      if (bytes.length === 0 && file instanceof File && wrong.empty !== undefined)
        return new Response(null, { status: wrong.empty })
      const id = ++last
      const isLost = wrong.isPlain === true && file instanceof File && file.name.includes(' ')
      const name = file instanceof File ? file.name : ''
      keep(`/photos/${id}`, isLost ? new Uint8Array(1) : bytes, file instanceof File ? file.type : '', name)
      titles.set(`/photos/${id}`, String(title))
      const shown = {
        id,
        title,
        file_name: wrong.named?.(name) ?? name,
        size: size(bytes),
        sha256: digest(digested(bytes)),
        content_type: file instanceof File ? file.type : '',
      }
      photos.set(String(id), shown)
      return Response.json(shown, { status: 201 })
    }
    const key = `/${kind}/${name}`
    if (method === 'PUT') {
      const asked = request.headers.get('if-match')
      const own = files.get(key)?.tag ?? ''
      const { matches = (one, other) => one === '*' || one === other } = wrong
      if (asked !== null && !matches(asked, own)) return new Response(null, { status: 412 })
      keep(key, new Uint8Array(await request.arrayBuffer()), 'application/octet-stream')
      return new Response(null, { status: wrong.put ?? 204 })
    }
    const found = files.get(key)
    if (found === undefined) return new Response(null, { status: 404 })
    if (method === 'DELETE') {
      files.delete(key)
      return new Response(null, { status: 204 })
    }
    if (kind === 'photos' && part === undefined) return Response.json(photos.get(name))
    const known = request.headers.get('if-none-match')
    const tags = wrong.readsOneTag === true ? [known] : (known?.split(', ') ?? [])
    if (tags.some((one) => one === '*' || one?.replace('W/', '') === found.tag))
      return new Response(null, { status: 304, headers: { etag: found.tag } })
    if (wrong.titled === undefined) return show(found, request.headers.get('range'))
    try {
      const disposition = wrong.titled(titles.get(key) ?? '')
      return show({ ...found, disposition }, request.headers.get('range'))
    } catch {
      return new Response(null, { status: 500 })
    }
  }
}
