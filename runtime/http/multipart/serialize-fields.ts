import { plainJsonValue } from '../json/plain.ts'
import { dispositionOf, multipartPart, newBoundary } from './part.ts'
import type { Multipart } from './parts-writer.ts'
import { refuseFormField } from './refuse-field.ts'

/**
 * Works like `serializeMultipart`, for `multipart/form-data` bodies of which the document specifies only the
 * names of the parts.
 * @throws {SerializationError} for null and an empty array, which have no part.
 */
export function serializeFields(fields: object): Multipart {
  const boundary = newBoundary()
  const pieces = Object.entries(fields).flatMap(([name, field]) => {
    const items = [field].flat()
    if (items.length === 0) refuseFormField(name, items)
    return items.flatMap((item, index): BlobPart[] => {
      if (item === undefined) return []
      const part = multipartPart(
        plainJsonValue(item) ?? refuseFormField(Array.isArray(field) ? `${name}.${index}` : name, null),
      )
      const type = part.type && `\r\nContent-Type: ${part.type}`
      const head = `--${boundary}\r\nContent-Disposition: ${dispositionOf(name, part)}${type ?? ''}`
      return [`${head}\r\n\r\n`, part.content, '\r\n']
    })
  })
  return {
    body: new Blob([...pieces, `--${boundary}--\r\n`]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  }
}
