import { Unmakeable } from '@concordat/contract/values'
import type { Location, OperationDescriptor, ResponseDescriptor } from '@concordat/runtime/http'
import type { Asked, HandlerAnswer } from './exchange.ts'
import type { Values } from './values.ts'

/** One status and media type with which an operation can respond. */
export interface DocumentedAnswer {
  /** "200", "4XX" or "default". */
  readonly key: string
  readonly response: ResponseDescriptor
  readonly mediaType: string | undefined
}

export function answersOf({ responses }: OperationDescriptor): readonly DocumentedAnswer[] {
  return Object.entries(responses).flatMap(([key, response]) => {
    const mediaTypes = Object.keys(response.content ?? {})
    return (mediaTypes.length === 0 ? [undefined] : mediaTypes).map((mediaType) => ({
      key,
      response,
      mediaType,
    }))
  })
}

/**
 * Returns the lowest status that is covered by a key but not by a more specific one, starting at 400 for
 * "default".
 */
function statusOf(key: string, keys: readonly string[]): number {
  if (/^\d+$/.test(key)) return Number(key)
  const lowest = key === 'default' ? 400 : Number(key.charAt(0)) * 100
  const taken = (status: number): boolean =>
    keys.includes(String(status)) || (key === 'default' && keys.includes(`${Math.floor(status / 100)}XX`))
  let status = lowest
  while (taken(status)) status++
  return status
}

/** A request, and the response that its handler returns. */
export interface Made {
  readonly asked: Asked
  readonly answer: HandlerAnswer
}

export interface MakeOptions {
  readonly answers: readonly DocumentedAnswer[]
  readonly round: number
  readonly values: Values
  /** Called when an optional parameter is omitted because no value was found for it. */
  readonly onUnmade: (reason: string) => void
}

/** Creates a request and its response. @throws Unmakeable if a required part cannot be created. */
export function makeCall(
  operation: OperationDescriptor,
  { answers, round, values, onUnmade }: MakeOptions,
): Made {
  const chosen = answers[round % answers.length]
  return {
    asked: {
      ...makeParameters(operation, { round, values, onUnmade }),
      ...makeBody(operation, { round, values }),
    },
    answer: chosen === undefined ? { status: 200 } : makeAnswer(chosen, operation, { round, values }),
  }
}

/**
 * Header names that OpenAPI reserves; parameters with these names are ignored. @see OpenAPI 3.1.1, Parameter
 * Object, `name`
 */
const RESERVED = /^(accept|content-type|authorization)$/i

function makeParameters(
  { parameters = [], path: template }: OperationDescriptor,
  { round, values, onUnmade }: Omit<MakeOptions, 'answers'>,
): Partial<Record<Location, Record<string, unknown>>> {
  const made: Partial<Record<Location, Record<string, unknown>>> = {}
  for (const parameter of parameters) {
    const { name, as = name, in: location, required } = parameter
    if (location === 'header' && RESERVED.test(name)) continue
    // The second request contains only required parameters.
    if (!required && round === 1) continue
    try {
      const own = { ...made[location], [as]: values.parameter(parameter, { round, template }) }
      made[location] = own
    } catch (error) {
      if (required || !(error instanceof Unmakeable)) throw error
      onUnmade(error.message)
    }
  }
  return made
}

function makeBody(
  { method, requestBody }: OperationDescriptor,
  { round, values }: Pick<MakeOptions, 'round' | 'values'>,
): Pick<Asked, 'body' | 'mediaType'> {
  // `fetch` cannot send a body with these methods, so an optional one is omitted.
  if ((method === 'GET' || method === 'HEAD') && requestBody?.required !== true) return {}
  const content = Object.entries(requestBody?.content ?? {})
  const [mediaType, media] = content[round % content.length] ?? []
  if (mediaType === undefined || media === undefined) return {}
  const body = values.body(mediaType, { media, direction: 'request', round, hint: 'body' })
  return { body, ...(content.length > 1 && { mediaType }) }
}

function makeAnswer(
  { key, response, mediaType }: DocumentedAnswer,
  { responses }: OperationDescriptor,
  { round, values }: Pick<MakeOptions, 'round' | 'values'>,
): HandlerAnswer {
  const status = statusOf(key, Object.keys(responses))
  if (status < 200 || status > 599)
    throw new Unmakeable(`fetch cannot produce a response with status ${status}`)
  const media = mediaType === undefined ? undefined : response.content?.[mediaType]
  const headers = Object.entries(response.headers ?? {}).flatMap(([name, { schema }]): [string, string][] =>
    /^content-type$/i.test(name)
      ? []
      : [
          [
            name,
            headerText(values.make(schema ?? { type: 'string' }, { round: Math.min(round, 2), hint: name })),
          ],
        ],
  )
  return {
    status,
    headers: Object.fromEntries(headers),
    ...(mediaType !== undefined &&
      media !== undefined && {
        mediaType,
        body: values.body(mediaType, { media, direction: 'response', round, hint: 'answer' }),
      }),
  }
}

/** In the style `simple`. */
function headerText(value: unknown): string {
  if (Array.isArray(value)) return value.map(headerText).join(',')
  if (typeof value === 'object' && value !== null) return Object.entries(value).flat().map(String).join(',')
  return String(value)
}
