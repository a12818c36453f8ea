import { formFields } from '../../http/multipart/fields-of.ts'
import { serializeFields } from '../../http/multipart/serialize-fields.ts'
import type { SerializedBody } from '../../http/serialize-body.ts'
import type { Call } from '../call/call.ts'

/** Writes `multipart/form-data` for which the document declares no encodings. FormData is sent unchanged. */
export function writeFields({ request: { body } }: Call): SerializedBody {
  return body instanceof FormData ? { body } : serializeFields(formFields(body, 'multipart/form-data'))
}
