import { type MediaTypeDescriptor, mediaTypeEssence, type OperationDescriptor } from '@concordat/runtime/http'
import { FileValue } from '../../../data/exchange/forms/form-body.ts'
import { pictureOf } from '../../../data/exchange/forms/picture.ts'
import { looks } from '../../../lexicon/lexicon.ts'
import type { Refusal } from '../../refusal/refusal.ts'
import type { Names } from '../../values/names.ts'

/** A form with which an operation accepts files. */
export interface FormOfFiles {
  readonly mediaType: string
  readonly schema: MediaTypeDescriptor['schema']
}

/**
 * Files for which refusals ask, in place of texts or of properties that the document lacks. Some frameworks
 * describe the URL with which a response shows a file, although they accept only the file itself, in a form.
 */
export class FileMembers {
  readonly #names: Names
  /** Names of the files, by operationId, and whether they must be pictures. */
  readonly #known = new Map<string, Map<string, { readonly isPicture: boolean }>>()

  constructor(names: Names) {
    this.#names = names
  }

  /** @returns true if a refusal asks for a file that was not sent before. */
  learn(operation: OperationDescriptor, refusal: Refusal): boolean {
    const form = Object.keys(operation.requestBody?.content ?? {}).some(isForm)
    const known = this.#known.get(operation.operationId) ?? new Map()
    const asked = form ? refusal.membersTold('no file').filter((name) => !known.has(name)) : []
    const pictures = refusal.membersTold('no picture').filter((name) => known.get(name)?.isPicture === false)
    for (const name of asked) known.set(name, { isPicture: looks.pictures.has(name) })
    for (const name of pictures) known.set(name, { isPicture: true })
    this.#known.set(operation.operationId, known)
    return asked.length + pictures.length > 0
  }

  /** The form in which the operation gets files; `undefined` if no refusal has asked for any. */
  formOf({ operationId, requestBody }: OperationDescriptor): FormOfFiles | undefined {
    const [mediaType, content] =
      Object.entries(requestBody?.content ?? {}).find(([type]) => isForm(type)) ?? []
    const isAsked = (this.#known.get(operationId)?.size ?? 0) > 0
    return isAsked && mediaType !== undefined ? { mediaType, schema: content?.schema } : undefined
  }

  /** Returns new files for a body of the operation, by name. */
  of({ operationId }: OperationDescriptor): Readonly<Record<string, FileValue>> {
    const files = [...(this.#known.get(operationId) ?? [])].map(([name, { isPicture }]) => {
      const tag = this.#names.tag()
      const file = isPicture
        ? new FileValue(pictureOf(tag), 'image/png', tag)
        : new FileValue(new TextEncoder().encode(`${tag}\n`), 'text/plain', tag)
      return [name, file] as const
    })
    return Object.fromEntries(files)
  }
}

function isForm(mediaType: string): boolean {
  return mediaTypeEssence(mediaType) === 'multipart/form-data'
}
