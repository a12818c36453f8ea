import type { Format } from './format.ts'
import { isEmail, isHostname, isIdnEmail, isIpv4, isIpv6 } from './host.ts'
import { isByte, isJsonPointer, isRegex, isRelativeJsonPointer, isUriTemplate, isUuid } from './text.ts'
import { isDate, isDateTime, isDuration, isTime } from './time.ts'
import { isIri, isIriReference, isUri, isUriReference } from './uri.ts'

export const dateTimeFormat: Format = { format: 'date-time', string: isDateTime }
export const dateFormat: Format = { format: 'date', string: isDate }
export const timeFormat: Format = { format: 'time', string: isTime }
export const durationFormat: Format = { format: 'duration', string: isDuration }
export const emailFormat: Format = { format: 'email', string: isEmail }
export const idnEmailFormat: Format = { format: 'idn-email', string: isIdnEmail }
export const hostnameFormat: Format = { format: 'hostname', string: isHostname }
export const ipv4Format: Format = { format: 'ipv4', string: isIpv4 }
export const ipv6Format: Format = { format: 'ipv6', string: isIpv6 }
export const uriFormat: Format = { format: 'uri', string: isUri }
export const uriReferenceFormat: Format = { format: 'uri-reference', string: isUriReference }
export const iriFormat: Format = { format: 'iri', string: isIri }
export const iriReferenceFormat: Format = { format: 'iri-reference', string: isIriReference }
export const uriTemplateFormat: Format = { format: 'uri-template', string: isUriTemplate }
export const uuidFormat: Format = { format: 'uuid', string: isUuid }
export const regexFormat: Format = { format: 'regex', string: isRegex }
export const jsonPointerFormat: Format = { format: 'json-pointer', string: isJsonPointer }
export const relativeJsonPointerFormat: Format = {
  format: 'relative-json-pointer',
  string: isRelativeJsonPointer,
}
export const byteFormat: Format = { format: 'byte', string: isByte }

const anything = () => true

export const binaryFormat: Format = { format: 'binary', string: anything }
export const passwordFormat: Format = { format: 'password', string: anything }
