import {
  isWithoutContent,
  type ResponseDescriptor,
  type ResponseHeaderDescriptor,
} from '@concordat/runtime/http'
import type { Operation } from '../../model/model.ts'
import { formattedHeaderSchema } from '../formats/header-schema.ts'
import { type Code, joinCode, sourceCode, stringLiteralCode } from '../print/code.ts'
import { IMPORTED_MODULES, importedType } from '../print/modules.ts'
import {
  appliedTypeText,
  atomTypeText,
  objectTypeText,
  type TypeMember,
  type TypeText,
  unionTypeText,
} from '../print/type-text.ts'
import type { LowerContext } from '../schema/lower-context.ts'
import { bodyType } from './body-type.ts'
import { anyStatusType, statusTypes } from './statuses.ts'

/**
 * Returns a union of an operation's documented responses, one for each status and media type. If no responses
 * are documented, the type allows any response.
 */
export function responseType(
  { descriptor: { method, responses } }: Operation,
  context: LowerContext,
): TypeText {
  const statuses = Object.keys(responses)
  if (statuses.length === 0)
    return objectTypeText([readonly('status', atomTypeText(anyStatusType)), ANY_BODY])
  return unionTypeText(
    Object.entries(responses).flatMap(([key, response]) => {
      const bodies = hasNoContent(key, method) ? namesOnly(key, response) : bodiesOf(response, context)
      const headers = headersOf(response, context)
      return statusTypes(key, statuses).flatMap((status) =>
        bodies.map((body) => objectTypeText([readonly('status', atomTypeText(status)), ...headers, ...body])),
      )
    }),
  )
}

/**
 * Returns properties for documented headers, except for `Content-Type`, which the body's type already
 * determines.
 */
function headersOf({ headers = {} }: ResponseDescriptor, context: LowerContext): TypeMember[] {
  const known = Object.entries(headers).filter(([name]) => !/^content-type$/i.test(name))
  if (known.length === 0) return []
  const formatted = known.flatMap(([name, header]): TypeMember[] => {
    const type = heldAs(header, context)
    if (type === undefined) return []
    return [
      readonly(name, header.required === true ? type : unionTypeText([type, atomTypeText(sourceCode`null`)])),
    ]
  })
  const texts = known.filter(([name]) => !formatted.some((member) => member.name === name))
  const [required = [], optional = []] = [true, undefined].map((wanted) =>
    texts.filter(([, header]) => header.required === wanted).map(([name]) => stringLiteralCode(name)),
  )
  const there = namesOf(required)
  const perhaps = namesOf(optional)
  const type =
    formatted.length > 0
      ? appliedTypeText(documentedHeaders, objectTypeText(formatted), [there, perhaps])
      : atomTypeText(
          sourceCode`${documentedHeaders}<${there}${optional.length > 0 ? sourceCode`, ${perhaps}` : sourceCode``}>`,
        )
  return [readonly('headers', type)]
}

function namesOf(names: readonly Code[]): Code {
  return names.length === 0 ? sourceCode`never` : joinCode(names, ' | ')
}

/** Type of a converted header value; `undefined` if it stays a string. */
function heldAs({ schema }: ResponseHeaderDescriptor, context: LowerContext): TypeText | undefined {
  const found = formattedHeaderSchema(schema, context.definitions)
  const type = found && context.formatType(found.schema, found.type)
  return type && atomTypeText(type)
}

/** Properties for each media type: its body and, if there are several media types, its name. */
function bodiesOf({ content = {} }: ResponseDescriptor, context: LowerContext): TypeMember[][] {
  const entries = Object.entries(content)
  if (entries.length === 0) return [[{ ...readonly('body', UNDEFINED), isOptional: true }]]
  return entries.map(([mediaType, media]) => {
    const choice =
      entries.length === 1 ? [] : [readonly('mediaType', atomTypeText(stringLiteralCode(mediaType)))]
    return [...choice, readonly('body', bodyType([mediaType, media], 'response', context))]
  })
}

/** True if HTTP allows no content for a status or method, regardless of what the document declares. */
function hasNoContent(key: string, method?: string): boolean {
  // `NaN` for the other ranges and for `default`, which can have content.
  const status = key === '1XX' ? 100 : Number(key)
  return isWithoutContent(status, method)
}

/**
 * Properties of a response without a body. The response to a HEAD request still has the media type of the GET
 * response.
 */
function namesOnly(key: string, { content = {} }: ResponseDescriptor): TypeMember[][] {
  const body = { ...readonly('body', UNDEFINED), isOptional: true }
  const mediaTypes = Object.keys(content)
  if (hasNoContent(key) || mediaTypes.length <= 1) return [[body]]
  return mediaTypes.map((mediaType) => [
    readonly('mediaType', atomTypeText(stringLiteralCode(mediaType))),
    body,
  ])
}

const documentedHeaders = importedType('DocumentedHeaders', IMPORTED_MODULES.http)
const UNDEFINED = atomTypeText(sourceCode`undefined`)
/** The body if an operation has no documented responses. */
const ANY_BODY: TypeMember = { ...readonly('body', atomTypeText(sourceCode`unknown`)), isOptional: true }

function readonly(name: string, type: TypeText): TypeMember {
  return { name, type, isOptional: false, isReadonly: true, doc: [] }
}
