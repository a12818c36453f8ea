import { fieldsOf } from '../../http/multipart/fields-of.ts'
import { serializeFields } from '../../http/multipart/serialize-fields.ts'
import type { SerializedBody } from '../../http/serialize-body.ts'
import type { Call } from '../call/call.ts'

/**
 * Writes a body that is `multipart/form-data`, for which the document declares only the fields. FormData goes
 * out as it is.
 */
export function writeFields({ request: { body } }: Call): SerializedBody {
  return body instanceof FormData ? { body } : serializeFields(fieldsOf(body, 'multipart/form-data'))
}
