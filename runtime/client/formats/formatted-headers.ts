import type { Conversion } from '../../http/formats/conversion.ts'
import { FormatFailure } from '../../http/formats/format.ts'
import { headerFormats, parseHeaderFormat } from '../../http/formats/headers.ts'
import type { OperationFormats } from '../../http/formats/operation-formats.ts'
import type { Answer } from '../call/call.ts'

/** Response headers. For headers with formats, `get` returns the converted value. */
export class FormattedHeaders extends Headers {
  readonly #values: ReadonlyMap<string, unknown>

  /** @throws FormatFailure if a header does not have its format. */
  constructor(headers: Headers, formats: Readonly<Record<string, Conversion>>) {
    super(headers)
    this.#values = new Map(
      Object.entries(formats).flatMap(([name, format]) => {
        const text = headers.get(name)
        return text === null ? [] : [[name, parseHeaderFormat(name, text, format)]]
      }),
    )
  }

  /** For a header with a format, returns the converted value, whose type the generated code declares. */
  override get(name: string): string | null {
    const key = name.toLowerCase()
    return this.#values.has(key) ? (this.#values.get(key) as string) : super.get(name)
  }
}

/** The headers of a response, with the formats that the document declares for them. */
export function formattedHeaders(
  { headers, status }: Answer,
  formats: OperationFormats,
  fail: (failure: FormatFailure) => Error,
): Headers {
  const known = headerFormats(formats, status)
  try {
    return Object.keys(known).length === 0 ? headers : new FormattedHeaders(headers, known)
  } catch (error) {
    throw error instanceof FormatFailure ? fail(error) : error
  }
}
