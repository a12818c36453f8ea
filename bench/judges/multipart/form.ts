import { type MediaTypeDescriptor, serializeBody } from '@concordat/runtime/http'

/** A field or file, as reported by any form parser. */
export interface Field {
  readonly name: string
  readonly text: string
  readonly fileName?: string
  readonly type?: string
}

/** A form as it is transmitted. */
export interface Written {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly contentType: string
}

/** A form with one property of each kind. */
export const FORM: MediaTypeDescriptor = {
  schema: {
    type: 'object',
    properties: {
      text: { type: 'string' },
      count: { type: 'integer' },
      isOpen: { type: 'boolean' },
      tags: { type: 'array', items: { type: 'string' } },
      meta: { type: 'object', properties: { a: { type: 'integer' } } },
      file: { type: 'string', contentMediaType: 'image/png' },
    },
  },
}

/** Writes a form as the client does. */
export async function written(value: object): Promise<Written> {
  const { body, contentType = '' } = serializeBody({ content: { 'multipart/form-data': FORM } }, value)
  return { bytes: new Uint8Array(await new Response(body as Blob).arrayBuffer()), contentType }
}
