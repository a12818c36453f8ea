import {
  type DocumentDescriptor,
  isJson,
  isWithoutContent,
  itemEncoder,
  type OperationDescriptor,
} from '@concordat/runtime/http'
import { createRouter, type ResponseHeaders } from '@concordat/runtime/server'
import { type ChosenMedia, documentedAnswer, mockAnswerMedia } from '../document/answers.ts'
import {
  documentedExamples,
  type ResponseExamples,
  type SchemaExamples,
  withSchemaExamples,
} from '../document/examples.ts'
import { encodeValue } from '../values/encode-value.ts'
import { Maker } from '../values/maker.ts'
import { answerHeaders } from './answer-headers.ts'

/** A stream's items are provided as a list. */
type AtOnce<Body> = Body extends AsyncIterable<infer Item> ? readonly Item[] : Body

/**
 * A documented response provided by a test. If it has no body, the document's example or a generated value is
 * used.
 */
export type GivenAnswer<Res> = Res extends { readonly status: infer Status }
  ? {
      readonly status: Status
      readonly headers?: ResponseHeaders
      readonly mediaType?: Res extends { readonly mediaType: infer MediaType } ? MediaType : string
      readonly body?: Res extends { readonly body: infer Body } ? AtOnce<Body> : undefined
      /** The name of one of the document's examples of the response. */
      readonly example?: string
    }
  : never

/**
 * A response, or a function that creates one from a request. A `Response` can be any response, even an
 * undocumented one.
 */
export type GivenAnswers<Res> =
  | GivenAnswer<Res>
  | Response
  | ((request: Request) => GivenAnswer<Res> | Response | Promise<GivenAnswer<Res> | Response>)

/** A response provided for any operation. */
interface Given {
  readonly status: number
  readonly headers?: ResponseHeaders
  readonly mediaType?: string
  readonly body?: unknown
  readonly example?: string
}

/** A response for any operation, or a function that creates one. */
export type AnyAnswer =
  | Given
  | Response
  | ((request: Request) => Given | Response | Promise<Given | Response>)

interface GivenOptions {
  readonly examples?: ResponseExamples
  readonly schemaExamples?: SchemaExamples
  readonly seed?: string
}

/** Responds to requests with the responses provided by tests. */
export class Answers {
  readonly #document: DocumentDescriptor
  readonly #examples: ResponseExamples
  readonly #maker: Maker
  readonly #route: ReturnType<typeof createRouter<OperationDescriptor>>

  constructor(
    generated: DocumentDescriptor,
    { examples = {}, schemaExamples = {}, seed = 'mock' }: GivenOptions = {},
  ) {
    this.#document = withSchemaExamples(generated, schemaExamples)
    this.#examples = examples
    this.#maker = new Maker(this.#document, seed)
    const targets = this.#document.operations.map((target) => ({ ...target, target }))
    this.#route = createRouter(targets, 'optional')
  }

  /**
   * Responds to a request for one operation.
   * @param name the operation's name in code.
   * @returns `undefined` for a request that matches a more specific path of another operation.
   */
  async answer(name: string, given: AnyAnswer, request: Request): Promise<Response | undefined> {
    const operation = this.#document.operations.find((each) => (each.name ?? each.operationId) === name)
    if (operation === undefined || !this.#isFor(operation, request)) return undefined
    const answer = typeof given === 'function' ? await given(request) : given
    return answer instanceof Response ? answer.clone() : this.#written(answer, operation, request)
  }

  /** True unless the path, or the part of it below a base path, belongs to another operation. */
  #isFor(operation: OperationDescriptor, request: Request): boolean {
    const { pathname, search } = new URL(request.url)
    const starts = [...pathname.matchAll(/\//g)].map(({ index }) => index)
    const [match] = starts.flatMap(
      (start) => this.#route(request.method, pathname.slice(start), search.slice(1)) ?? [],
    )
    const { found, others = [] } = match ?? {}
    return found === undefined || [found, ...others].some(({ target }) => target === operation)
  }

  #written(
    { status, headers, mediaType, ...given }: Given,
    operation: OperationDescriptor,
    request: Request,
  ): Response {
    const { response, key } = documentedAnswer(operation, status)
    const chosen = mockAnswerMedia(response, mediaType ?? request.headers.get('accept'))
    const documented = answerHeaders({ status, response, maker: this.#maker, location: request.url })
    const answer = new Response(
      isWithoutContent(status, operation.method) ? null : this.#content(given, { operation, key, chosen }),
      { status, headers: documented },
    )
    const written =
      mediaType ?? chosen?.mediaType ?? (given.body === undefined ? undefined : 'application/json')
    if (written !== undefined && answer.body !== null) answer.headers.set('content-type', written)
    for (const [name, value] of Object.entries(headers ?? {})) {
      answer.headers.delete(name)
      for (const line of [value].flat()) answer.headers.append(name, line)
    }
    return answer
  }

  #content(
    { body, example }: Pick<Given, 'body' | 'example'>,
    { operation, key, chosen }: Documented,
  ): BodyInit | null {
    if (chosen === undefined) return body === undefined ? null : written(body)
    const { media, mediaType } = chosen
    const maker = this.#maker
    const schema = maker.schema(media.schema)
    const shown = documentedExamples(this.#examples, operation, { key, media: chosen.key })
    if (example !== undefined && !Object.hasOwn(shown, example))
      throw new Error(
        `The document has no example "${example}" for this response of "${operation.operationId}". Its examples: ${Object.keys(shown).join(', ') || 'none'}.`,
      )
    const [fitting = maker.makeIfPossible(schema, 'value', 'example')] =
      example === undefined
        ? Object.values(shown).filter((value) => maker.fits(value, schema))
        : [shown[example]]
    const value = body === undefined ? fitting : body
    if (media.stream !== undefined) {
      const encoder = itemEncoder({ ...media, stream: media.stream }, mediaType)
      return new Blob([...[value].flat().flatMap((item) => encoder.write(item)), encoder.end()])
    }
    if (isJson(mediaType) && media.octets !== true) return written(value, true)
    return written(body === undefined ? encodeValue(value ?? '', { mediaType, media, maker }) : body)
  }
}

interface Documented {
  readonly operation: OperationDescriptor
  readonly key: string | undefined
  readonly chosen: ChosenMedia | undefined
}

/** Leaves strings, bytes and files unchanged unless the media type is JSON. Everything else becomes JSON. */
function written(value: unknown, isJson = false): BodyInit | null {
  const isContent = typeof value === 'string' || value instanceof Blob || value instanceof Uint8Array
  return isContent && !isJson ? (value as BodyInit) : (JSON.stringify(value) ?? null)
}
